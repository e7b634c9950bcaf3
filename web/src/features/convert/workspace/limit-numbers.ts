export interface Picked {
  picked: number;
  /** How many of these were accepted. */
  taken: number;
  maxFiles: number;
}

/**
 * The numbers for a question at the limit. It is about the picked photos or those in the list:
 * adding one photo to a full list is not picking too many. Also says how many photos the free plan
 * continues with.
 */
export function limitNumbers({ picked, taken, maxFiles }: Picked): {
  isAboutPicked: boolean;
  first: number;
} {
  // No language has a text for "the first one photo".
  const isAboutPicked = picked > maxFiles && taken > 1;
  return { isAboutPicked, first: isAboutPicked ? taken : maxFiles };
}
