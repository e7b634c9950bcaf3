import { cacheControl, fileHeaders, pageHeaders } from './file-headers.ts';
import { chooseEncoding, type SiteFile } from './files.ts';
import { pagePolicy } from '../http/site-headers.ts';

/** Answers requests with files of the site. A page's policy is found once. */
export function createFileAnswers() {
  const policies = new Map<SiteFile, string>();

  async function policyOf(file: SiteFile, path: string): Promise<string> {
    let policy = policies.get(file);
    if (policy === undefined) {
      policy = pagePolicy(path, new TextDecoder().decode(await file.body('identity')));
      policies.set(file, policy);
    }
    return policy;
  }

  return async function answerFile(
    request: Request,
    file: SiteFile,
    path: string,
    status: number,
  ): Promise<Response> {
    const isPage = file.type.startsWith('text/html');
    const encoding = file.compressible
      ? chooseEncoding(request.headers.get('accept-encoding') ?? undefined)
      : 'identity';
    const etag = `"${file.etag}-${encoding}"`;
    const headers = new Headers({
      ...(isPage ? pageHeaders(path, await policyOf(file, path)) : fileHeaders(file.type)),
      etag,
      'content-type': file.type,
      'cache-control': cacheControl(file),
    });
    if (file.compressible) headers.set('vary', 'accept-encoding');
    if (status === 200 && matches(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    const body = await file.body(encoding);
    if (encoding !== 'identity') headers.set('content-encoding', encoding);
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  };
}

/** Weak comparison (RFC 9110, section 8.8.3.2). */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
}
