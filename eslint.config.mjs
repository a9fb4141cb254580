import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    files: ["src/boardwright/web/page/js/**/*.js", "src/boardwright/workbench/page/workbench/*.js"],
    rules: {
      "no-undef": "off", // tsc finds unknown names, and has the names of the browser
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
