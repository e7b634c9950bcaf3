import { lazy, type ComponentType } from 'react';
import type { FeatureName } from '../site/pages/pages.ts';

/**
 * The part of a page that a feature owns: accounts, payment, contact, stored data. It is loaded on
 * its own page only; heading and text around it are in the HTML.
 */
export const features: Partial<Record<FeatureName, ComponentType>> = {
  subscribe: lazy(() => import('../features/billing/subscribe-page.tsx')),
  'confirm-change': lazy(() => import('../features/billing/confirm-change-page.tsx')),
  thanks: lazy(() => import('../features/billing/thanks-page.tsx')),
  success: lazy(() => import('../features/billing/success-page.tsx')),
  'account-setup': lazy(() => import('./account-setup-page.tsx')),
  'reset-password': lazy(() => import('../features/account/reset-page.tsx')),
  tracking: lazy(() => import('../features/tracking/tracking-page.tsx')),
  contact: lazy(() => import('../features/contact/contact-page.tsx')),
  status: lazy(() => import('../features/status/status-page.tsx')),
  account: lazy(() => import('./account-page.tsx')),
  developers: lazy(() => import('../features/developers/developers-page.tsx')),
  dashboard: lazy(() => import('../features/account/dashboard-page.tsx')),
};
