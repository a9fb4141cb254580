// Ratings, as people read them.

/** @typedef {import("/js/received.d.ts").RatingView} Rating */

/** A rating in a few characters; a provisional one has a question mark. @param {Rating} rating */
export const ratingText = ({ value, provisional }) => `${value}${provisional ? "?" : ""}`;

/** What the question mark means, or nothing. @param {Rating} rating */
export const ratingTitle = ({ provisional }) =>
  provisional ? "Provisional: fewer than ten rated matches" : "Rating";
