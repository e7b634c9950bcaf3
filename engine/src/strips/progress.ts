/** Share of a file's work that is done once it is planned. */
export const plannedShare = 0.05;

/** Share of a strip's work that is done once it is decoded. */
export const decodedShare = 0.75;
