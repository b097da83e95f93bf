import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { dictionary, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common';

// What a thread does for refuseCommonPassword(): it takes some 50 ms, and the dictionary takes memory.

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs });

/** Estimates how hard a password is to guess. @returns 0 to 4 */
export const passwordScore = (password: string): number => zxcvbn.check(password).score;
