export interface Picked {
  picked: number;
  /** Of these, how many came in. */
  taken: number;
  maxFiles: number;
}

/**
 * Whether a question at the limit is about the photos that were picked or about those on the table: one
 * more on a full table is not too many picked. And with how many of them free goes on.
 */
export function limitNumbers({ picked, taken, maxFiles }: Picked): {
  isAboutPicked: boolean;
  first: number;
} {
  // No language has words for the first one photo.
  const isAboutPicked = picked > maxFiles && taken > 1;
  return { isAboutPicked, first: isAboutPicked ? taken : maxFiles };
}
