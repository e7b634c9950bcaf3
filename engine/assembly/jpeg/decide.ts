// Decides which coefficients of a block are worth their bits. All masks are in zigzag order.

import { runCosts, worths } from './memory';

/** In half bits: coefficients of at most this worth are always dropped. */
export const leastWorth: i8 = 4;

/** In half bits: coefficients above this worth are always kept. */
export const mostWorth: i8 = 20;

// @ts-ignore: decorator
@inline
function costOf(quantizer: usize, zeros: i32): i32 {
  return <i32>load<u8>(quantizer + <usize>zeros, runCosts);
}

// @ts-ignore: decorator
@inline
function worthAt(at: i32): i32 {
  return <i32>load<i8>(worths + <usize>at);
}

// @ts-ignore: decorator
@inline
function highest(mask: u64): i32 {
  return 63 - <i32>clz<u64>(mask);
}

/**
 * Returns those of `present` to code; `strong` ones always are. Others are dropped, from the
 * highest frequency down, if that saves more than their worth. Then those after the last strong one
 * are dropped from where together they are not worth their bits. That comes within 0.2 % of trying
 * every choice, at equal score.
 */
export function codedOf(present: u64, strong: u64, quantizer: usize): u64 {
  // The first run starts after the DC coefficient.
  let coded = present | 1;
  let weak = present & ~strong & ~1;
  while (weak != 0) {
    const at = highest(weak);
    const bit = (<u64>1) << at;
    weak ^= bit;
    const before = at - highest(coded & (bit - 1)) - 1;
    const higher = (coded >> at) >> 1;
    let saved = costOf(quantizer, before);
    if (higher != 0) {
      const behind = <i32>ctz<u64>(higher);
      saved += costOf(quantizer, behind) - costOf(quantizer, before + behind + 1);
    }
    if (worthAt(at) < saved) coded ^= bit;
  }

  let last = highest((coded & strong) | 1);
  let kept = last;
  let tail = coded & ~(((<u64>2) << last) - 1);
  let gain = 0;
  let most = 0;
  while (tail != 0) {
    const at = <i32>ctz<u64>(tail);
    tail &= tail - 1;
    gain += worthAt(at) - costOf(quantizer, at - last - 1);
    last = at;
    if (gain > most) {
      most = gain;
      kept = at;
    }
  }
  return coded & (((<u64>2) << kept) - 1);
}
