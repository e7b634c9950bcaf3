// Tables of RFC 6386 that are used for both reading and writing.

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Section 11.5: ten modes above, ten to the left, nine probabilities each; modes in the order below. */
export const modeProbabilities = fromBase64(
  '53gwWXNxeJhwmLNAfqp2LkZfr0WPUFVSSJtnODoKq9q9EQ2YchoRoyzDFQqteRhQwxo+LEBVkEcKJqvVkCIaqi43E4' +
    'igIc5HPxQIcnLQDAniUSgLYLZUHRAkhrdZiWJlaqWUSLtkgp1vIEtQQmanY0o+KOqAKTUJsvGNGghrSisakkmmMRed' +
    'QSZpoDM0H3OAaE8MG9n/VxEHV0RHLHIzD7oXLykObra3FRHCQi0ZZsW9FxIWWFiTliouLcTNK2G3dVUmI7M9JzXIVx' +
    'oVK+irOCIzaHJmHV1NJxxVqzqlWmJAIhZ0zhciK6ZJazYgGjMBUSsfRBlqFkCrJOFyIhMVZoS8EEx8PhJOX1U5MjAz' +
    'wWUjn9dvWS5vPJQfrNvkFRJvcHFNVbP/JnhyKCoBxPXRChltWCsdjKbVJSuaPT8em0MtRAHRZFAIK5oBMxpHjk5OEP' +
    '+AIsWrKSgFZtO3BAHdMzIRqNHAFxlSih8kqxumJizlQ1c6qVJzGjuzPztatDumXUmaKCgVdI/RIievLw8QtyLfMS23' +
    'LhEhtwZiDyC3OS4WGIABNhElQSBJcxyAF4DNKAMJczPAEgbfVyUJcztNQBUvaDcs2gk2NYLiQFpGzSgpFxo5NjlwuA' +
    'UpJqbVHiIahZh0CiCGJxM13RpyIEn/HwlB6gIPAXZJSyAMM8D/oCszWB8jQ2ZVN7pVOBUXbzvNLSXANyZGfElmASJi' +
    'fWIqWGhVda9SX1Q1WYBkcWUtS097LzOAUasBOREFR2Y5NSkxJiENeTlJGgFVKQpDik1uWi9ycxUCCmb/phcGZR0QCl' +
    'WAZcQaORIKZmbVIhQrdRQPJKOARAEaZj1HJSI1H/PARTxHJkl3HN4lRC2AIgEvC/WrPhETRpJVNz5GJSslmmSjVaAB' +
    'PwlciBxAIMlVSw8JCUD/uHcQVgYcBUD/GfgBOAgRhIn/N3SAOg8UUoc5GnkopDIfiZqFGSPaM2csg4N7HwaeVihAh5' +
    'TgLbeAFhoRg/CaDgHRLRAVW0DeBwHFOBUnmzyKF2bVUwwNNsD/RC8cVRpVVYCAIJKrEgsHP5CrBAT2IxsKkq6rDBqA' +
    'vlAjY7RQfjYtVX4vV7AzKRQgZUuAi3aSdIBVOCkPsOxVJQk+Rx4Rd3b/ERKKZSY8ijdGKxqOkiQTHqv/YRsUii09Pt' +
    'sBUbxAICkUdZeOFBWjcBMMPcOAMAQY',
);

/**
 * Section 13.4: probability that a coefficient probability is not updated. Stored as pairs: the
 * number of 255s, then another value.
 */
export const updateProbabilities = expandUpdates(
  fromBase64(
    'IbAA9gnfAPEA/Aj5AP0A/Qn0APwI6gD+AP4I/Qv2AP4I7wD9AP4I/gH+CfgA/gj7Af4U/QD+CPsA/gD+CP4B/gn+AP' +
      '0B/gb6Af4B/gb+K9kK4QD8APEA/QL+BOoA+gDxAPoA/QH9AP4E/gnfAP4A/gjuAP0A/gD+CPgA/gj5AP4V/Qn3AP4V' +
      '/QD+CPwW/gD+CP0W/gD9CPoK/iu6APsA+gjqAPsA9AD+B/sA+wDzAP0A/gH+Bf0A/gjsAP0A/gj7AP0A/QD+AP4H/g' +
      'D+CP4A/gD+FP4J/gD+Cf4V/nj4CvoA/gD8AP4H+AD+APkA/Qj9AP0I9gD9AP0I/AD+APsA/gD+B/4A/Aj4AP4A/Qj9' +
      'Af4A/gj7AP4I9QD7AP4I/QD9AP4J+wD9CPwA/QD+Cf4K/An5Af4K/gr9CPog/g==',
  ),
);

function expandUpdates(pairs: Uint8Array): Uint8Array {
  const all = new Uint8Array(4 * 8 * 3 * 11).fill(255);
  let at = 0;
  for (let pair = 0; pair < pairs.length; pair += 2) {
    at += pairs[pair]!;
    all[at++] = pairs[pair + 1]!;
  }
  return all;
}

/** Section 13.5: default token probabilities, of 256, by kind, band and context; eleven each. */
export const tokenProbabilities = fromBase64(
  'gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICA/Yj+/+TbgICAgIC9gfL/49X/24CAgGp+4/zW0f//gICAAWL4/+' +
    'zi//+AgIC1he7+3er/moCAgE6GyvfGtP/bgICAAbn5//P/gICAgIC4lvf/7OCAgICAgE1u2P/s5oCAgICAAWX7//H/gICA' +
    'gICqi/H87NH//4CAgCV0xPPk////gICAAcz+//X/gICAgIDPoPr/7oCAgICAgGZn5//Tq4CAgICAAZj8//D/gICAgICxh/' +
    'P/6uGAgICAgFCB0//C4ICAgICAAQH/gICAgICAgID2Af+AgICAgICAgP+AgICAgICAgICAxiPt38G7oqCRmz6DLcbdrLDc' +
    'nfzdAUQvktCVp92i/9+AAZXx/93g//+AgIC4jer93tz/x4CAgFFjtfKwvvnK//+AAYHo/dbF8sT//4BjedL6ycb/yoCAgB' +
    'dbo/Kqu/fS//+AAcj2/+r/gICAgIBtsvH/5/X//4CAgCyCyf3NwP//gICAAYTv+9vR/6WAgIBeiOH72r7//4CAgBZkrvW6' +
    'of/HgICAAbb5/+jrgICAgIB8j/H/4+qAgICAgCNNtfvB0//NgICAAZ33/+zn//+AgIB5jev/4eP//4CAgC1jvPvD2f/ggI' +
    'CAAQH7/9X/gICAgIDLAfj//4CAgICAgIkBsf/g/4CAgICA/Qn4+8/Q/8CAgICvDeDzwbn5xv//gEkRq92hs+yn/+qAAV/3' +
    '/dS3//+AgIDvWvT609H//4CAgJtNw/i8w///gICAARjv+9rb/82AgIDJM9v/xLqAgICAgEUuvu/J2v/kgICAAb/7//+AgI' +
    'CAgIDfpfn/1f+AgICAgI18+P//gICAgICAARD4//+AgICAgIC+JOb/7P+AgICAgJUB/4CAgICAgICAAeL/gICAgICAgID3' +
    'wP+AgICAgICAgPCA/4CAgICAgICAAYb8//+AgICAgIDVPvr//4CAgICAgDdd/4CAgICAgICAgICAgICAgICAgICAgICAgI' +
    'CAgICAgICAgICAgICAgICAyhjV67q/3KDwr/9+Jrboqbjkrv+7gD0uituXsvCq/9iAAXDm+se/95///4CmbeT809f/roCA' +
    'gCdNouistPWy//+AATTc9sbH+dz//4B8Sr/zt8H63f//gBhHgtuaqvO2//+AAbbh+dvw/+CAgICVluL82M3/q4CAgBxsqv' +
    'K3wv7f//+AAVHm/MzL/8CAgIB7ZtH3vMT/6YCAgBRfmfOkrf/LgICAAd74/9jVgICAgICor/b8683//4CAgC901//T1P//' +
    'gICAAXns/dTW//+AgICNVNX8ycr/24CAgCpQoPCiuf/NgICAAQH/gICAgICAgID0Af+AgICAgICAgO4B/4CAgICAgICA',
);

type Path = readonly (readonly [probability: number, bit: 0 | 1])[];

const turns = (...bits: readonly (0 | 1)[]): Path => bits.map((bit, at) => [at, bit] as const);

/** After the fourth bit, the mode tree has two branches. */
const branch = (from: number, ...bits: readonly (0 | 1)[]): Path =>
  bits.map((bit, at) => [from + at, bit] as const);

/** Section 11.2: the bits that lead to each block mode, with the indexes of their probabilities. */
export const modeTree: readonly Path[] = [
  turns(0),
  turns(1, 0),
  turns(1, 1, 0),
  [...turns(1, 1, 1, 0), ...branch(4, 0)],
  [...turns(1, 1, 1, 0), ...branch(4, 1, 0)],
  [...turns(1, 1, 1, 0), ...branch(4, 1, 1)],
  [...turns(1, 1, 1, 1), ...branch(6, 0)],
  [...turns(1, 1, 1, 1), ...branch(6, 1, 0)],
  [...turns(1, 1, 1, 1), ...branch(6, 1, 1, 0)],
  [...turns(1, 1, 1, 1), ...branch(6, 1, 1, 1)],
];
