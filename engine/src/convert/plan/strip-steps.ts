import type { PlannedSteps, StepKind } from './plan.ts';

/** Steps for which samples can stay as they are stored. */
export const stepsOnStored: readonly StepKind[] = [
  'decode',
  'encode',
  'carry-profile',
  'keep-gain-map',
  'remove-gain-map',
  'keep-video',
  'keep-metadata',
  'remove-location',
  'strip-metadata',
];

/** Further steps that strips can do with 8-bit samples. */
export const stepsOnPlanes: readonly StepKind[] = [
  ...stepsOnStored,
  ...(['turn-upright', 'rotate', 'crop', 'resize', 'reduce-to-8-bit', 'convert-to-srgb'] as const),
];

/** All steps that strips of MCU rows can do. */
export const stepsOfMcuRows: readonly StepKind[] = [...stepsOnPlanes, 'fill-transparency'];

/** Whether nothing but steps of these kinds is planned. */
export function onlyHas({ steps }: PlannedSteps, kinds: readonly StepKind[]): boolean {
  return steps.every(({ kind }) => kinds.includes(kind));
}
