// Runs in <head> before the first paint, on every page, with or without React.
const root = document.documentElement;
const read = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const write = (key, value) => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
};

const showTheme = (theme) => {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  else delete root.dataset.theme;
};
showTheme(read('theme'));

// Before the first paint, so that nothing moves: what this visitor does not need to see.
root.toggleAttribute('data-signed-in', read('auth_token') !== null);
if (read('stillpix_pro') === 'true' && read('auth_token')) root.toggleAttribute('data-pro', true);
const ribbonRest = 7 * 24 * 60 * 60 * 1000;
if (Date.now() - Number(read('stillpix_ribbon_dismissed') ?? 0) < ribbonRest)
  root.dataset.ribbon = 'off';
try {
  if (sessionStorage.getItem('stillpix_ads_closed')) root.dataset.ads = 'off';
  if (sessionStorage.getItem('stillpix_ads_supply')) root.dataset.adSupply = 'none';
} catch {
  // Storage is off: the places stay.
}

// What the visitor has answered about other companies' advertisements: yes, no, or nothing yet.
const readChoices = () => {
  try {
    return JSON.parse(read('stillpix_choices') ?? '{}') ?? {};
  } catch {
    return {};
  }
};
const adAnswers = new Map([
  [true, 'yes'],
  [false, 'no'],
]);
root.dataset.adChoice = adAnswers.get(readChoices().ads) ?? 'open';

const markTheme = () => {
  const current = root.dataset.theme ?? 'system';
  for (const button of document.querySelectorAll('[data-set-theme]')) {
    button.setAttribute('aria-pressed', String(button.dataset.setTheme === current));
  }
};

// Menus and messages come from under the header, which stands lower while the ribbon is in sight.
const placeBelowHeader = () => {
  const header = document.querySelector('header');
  if (header)
    root.style.setProperty('--header-bottom', `${header.getBoundingClientRect().bottom}px`);
};
document.addEventListener('beforetoggle', placeBelowHeader, true);
document.addEventListener('scroll', placeBelowHeader, { passive: true });

// Safari before 17, Chrome before 114 and Firefox before 125 have no popovers.
if (!('popover' in HTMLElement.prototype)) {
  root.toggleAttribute('data-no-popover', true);
  const toggleMenu = (id) => {
    placeBelowHeader();
    for (const menu of document.querySelectorAll('[popover]')) {
      menu.toggleAttribute('data-open', menu.id === id && !menu.hasAttribute('data-open'));
    }
  };
  document.addEventListener('click', ({ target }) => {
    if (target.closest('[popover]')) return;
    toggleMenu(target.closest('[popovertarget]')?.getAttribute('popovertarget'));
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') toggleMenu(undefined);
  });
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const theme = target?.closest('[data-set-theme]')?.dataset.setTheme;
  if (theme) {
    write('theme', theme === 'system' ? null : theme);
    showTheme(theme);
    markTheme();
  }
  const language = target?.closest('[data-language]')?.dataset.language;
  if (language) write('stillpix_language', language);
  if (target?.closest('[data-ribbon-close]')) {
    write('stillpix_ribbon_dismissed', String(Date.now()));
    root.dataset.ribbon = 'off';
    placeBelowHeader();
  }
  if (target?.closest('[data-ad-close]')) {
    root.dataset.ads = 'off';
    try {
      sessionStorage.setItem('stillpix_ads_closed', '1');
    } catch {
      // Storage is off: closed for this page only.
    }
  }
  const answer = target?.closest('[data-ad-answer]')?.dataset.adAnswer;
  if (answer) {
    write('stillpix_choices', JSON.stringify({ ...readChoices(), ads: answer === 'yes' }));
    root.dataset.adChoice = answer;
    if (answer === 'yes') window.dispatchEvent(new Event('stillpix:ads-agreed'));
  }
  if (target?.closest('[data-offer-close]')) {
    write('stillpix_language', root.lang);
    document.querySelector('[data-language-offer]')?.setAttribute('hidden', '');
  }
});

// Stored value, then browser, then the page itself. A page that was asked for is never left: the
// other language is offered.
const offerLanguage = () => {
  const stored = read('stillpix_language');
  const wanted = [stored, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())].find(
    (tag) => tag === root.lang || document.querySelector(`[data-offer="${tag}"]`),
  );
  if (!wanted || wanted === root.lang) return;
  const offer = document.querySelector('[data-language-offer]');
  document.querySelector(`[data-offer="${wanted}"]`)?.removeAttribute('hidden');
  offer?.removeAttribute('hidden');
};

// A publisher's places are on pages to read only, where one is configured. Nothing of the publisher's
// is asked for before the visitor agrees.
const offerAds = () => {
  const place = document.querySelector('[data-ad-network]');
  const { ads, adSupply, adChoice, pro } = root.dataset;
  if (!place || ads === 'off' || adSupply === 'none' || adChoice === 'no' || pro !== undefined)
    return;
  import(place.dataset.adNetwork).catch(() => {
    root.dataset.adSupply = 'none';
  });
};

const nameUser = () => {
  root.toggleAttribute('data-signed-in', read('auth_token') !== null);
  try {
    const user = JSON.parse(read('user_data') ?? 'null');
    showName(user?.firstName || user?.email?.split('@')[0]);
  } catch {
    // Damaged data: there is no name.
    showName(undefined);
  }
};

// Whoever is signed in is not offered to sign in, with a name or without.
const showName = (name) => {
  const isSignedIn = read('auth_token') !== null;
  for (const slot of document.querySelectorAll('[data-user-name]')) {
    slot.dataset.signIn ??= slot.textContent;
    slot.textContent = isSignedIn ? name || slot.dataset.userName : slot.dataset.signIn;
  }
};

window.addEventListener('stillpix:user', nameUser);
// Another tab signed in or out, or changed the name.
window.addEventListener('storage', ({ key }) => {
  if (key === 'auth_token' || key === 'user_data' || key === null) nameUser();
});
// The browser shows a page as it was left, and who was signed in then may not be any more.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) nameUser();
});
document.addEventListener('DOMContentLoaded', () => {
  markTheme();
  placeBelowHeader();
  offerLanguage();
  nameUser();
  offerAds();
});
