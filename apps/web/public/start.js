/*
 * Stands in the page before the application and is plain enough for any browser. Where the application is going to start it has the
 * page show so (rule 2.30); when it cannot be loaded it loads the page anew, once, and else shows the sentence that the page holds for this case.
 */
(function () {
  var RELOADED_AT = 'reloadedForNewVersion'; // as in src/lib/reload-once.ts
  var PATIENCE_MS = 60000;

  var SCHEME = 'mantine-color-scheme-value'; // as in src/app/color-schemes.ts

  /* What of the page before the application is shown: nothing where somebody only passes on the way to the sign-in page. */
  function whatStarts() {
    if (/^\/mail\/(bestaetigen|abmelden)$/.test(location.pathname)) return 'message'; // as in src/features/mail-links/mail-link.ts
    if (!/^#(?=.*\bstate=)(?=.*\b(code|error)=)/.test(location.hash)) return ''; // as in src/auth/provider.ts
    return /\berror=/.test(location.hash) ? 'message' : 'portal';
  }

  /* As the user has chosen, else as the system is set. */
  function colorScheme() {
    var chosen;
    try {
      chosen = localStorage.getItem(SCHEME);
      // oxlint-disable-next-line no-unused-vars -- browsers without modules know no other form
    } catch (error) {
      chosen = null;
    }
    if (chosen === 'light' || chosen === 'dark') return chosen;
    return window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  function starting() {
    return document.getElementById('start');
  }

  function show() {
    var start = starting();
    if (start) start.setAttribute('data-failed', '');
    else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show);
  }

  /* False where the browser keeps nothing: it would go on for ever. */
  function mayReload() {
    try {
      if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < PATIENCE_MS) return false;
      sessionStorage.setItem(RELOADED_AT, String(Date.now()));
      sessionStorage.setItem('tellReload', '1');
      return true;
      // oxlint-disable-next-line no-unused-vars -- browsers without modules know no other form
    } catch (error) {
      return false;
    }
  }

  /* Firefox calls it an error to preload a file that runs already: the main script, which other parts name among what they need. */
  function runs(file) {
    for (var at = 0; at < document.scripts.length; at += 1) if (document.scripts[at].src === file) return true;
    return false;
  }

  function onError(event) {
    var element = event.target;
    var isPreload = element && element.rel === 'modulepreload' && !runs(element.href);
    var isPart = element && (element.rel === 'stylesheet' || isPreload);
    var isFile = isPart || (element && element.tagName === 'SCRIPT');
    // once the application is there it takes care of itself
    if (!starting() && document.readyState !== 'loading') return;
    if (isFile && mayReload()) location.reload();
    else if (isFile || element === window) show();
  }
  addEventListener('error', onError, true);

  var starts = whatStarts();
  document.documentElement.setAttribute('data-mantine-color-scheme', colorScheme());
  if (starts) document.documentElement.setAttribute('data-starting', starts);
  if (!('noModule' in document.createElement('script'))) show();
})();
