// Runs in <head> on every page of the edition that has accounts.
const signOut = async (next) => {
  const authorization = `Bearer ${localStorage.getItem('auth_token')}`;
  try {
    await fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization },
      signal: AbortSignal.timeout(10_000),
    });
  } catch {
    // The token is forgotten all the same; on the server it expires.
  }
  for (const key of ['auth_token', 'user_data', 'stillpix_pro', 'stillpix_entitlement'])
    localStorage.removeItem(key);
  window.dispatchEvent(new Event('stillpix:logout'));
  location.assign(next);
};

// Only who is signed in sees the button, so their storage is on.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-sign-out]') : null;
  if (button) void signOut(button.dataset.signOut);
});
