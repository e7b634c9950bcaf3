import type * as served from './query-provider.tsx';

/** There is no server to ask. */
export const QueryProvider: typeof served.QueryProvider = ({ children }) => <>{children}</>;
