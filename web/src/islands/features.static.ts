import { lazy } from 'react';
import type * as served from './features.ts';

/** Features that work without accounts, payment and mail. */
export const features: typeof served.features = {
  tracking: lazy(() => import('../features/tracking/tracking-page.tsx')),
};
