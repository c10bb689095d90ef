/*
 * Stands in the page before the application and is plain enough for any browser: when the application cannot be loaded it
 * loads the page anew, once, and else shows the sentence that the page holds for this case.
 */
(function () {
  var RELOADED_AT = 'reloadedForNewVersion'; // as in src/lib/reload-once.ts
  var PATIENCE_MS = 60000;

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

  function onError(event) {
    var element = event.target;
    var isPart = element && (element.rel === 'stylesheet' || element.rel === 'modulepreload');
    var isFile = isPart || (element && element.tagName === 'SCRIPT');
    // once the application is there it takes care of itself
    if (!starting() && document.readyState !== 'loading') return;
    if (isFile && mayReload()) location.reload();
    else if (isFile || element === window) show();
  }
  addEventListener('error', onError, true);

  if (!('noModule' in document.createElement('script'))) show();
})();
