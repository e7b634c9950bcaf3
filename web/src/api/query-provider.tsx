import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError, readToken, requestJson } from './request.ts';

/**
 * A query reads the path of its key, never refetches by itself and
 * never retries. A 401 answers `null`: nobody is signed in.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey: [path], signal }) => {
          // Every query asks about the person signed in; without a token the answer is known.
          if (readToken() === null) return null;
          try {
            return await requestJson<unknown>(String(path), { signal });
          } catch (thrown) {
            if (thrown instanceof ApiError && thrown.status === 401) return null;
            throw thrown;
          }
        },
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
