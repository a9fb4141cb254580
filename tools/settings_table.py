"""The table of all settings in docs/hosting.md: `python -m tools.settings_table docs/hosting.md`."""

from __future__ import annotations

from boardwright.web.settings import SettingField, fields
from tools.doc_table import DocTable


def _row(field: SettingField) -> tuple[str, str, str]:
    also = f", `{field.name}_file`" if field.secret else ""
    default = field.default_text if field.default_text != str(field.default) else f"`{field.default_text}`"
    values = f" ({', '.join(f'`{choice}`' for choice in field.choices)})" if field.choices else ""
    return f"`{field.name}`{also}", default, f"{field.text}{values}"


TABLE = DocTable("settings", ("setting", "default", "meaning"), map(_row, fields()))

if __name__ == "__main__":
    TABLE.write()
