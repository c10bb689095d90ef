import { configure, getConfig } from '@testing-library/react';

/** What waits sets while it asks again and again; its last answer gets the page from waitFor itself. */
type Asking = { _disableExpensiveErrorDiagnostics?: boolean };

configure(({ getElementError }) => ({
  // What is awaited is an event, however busy the machine: the limit is for what never comes.
  asyncUtilTimeout: 60_000,
  // Without it the whole page is written out for each time that an element is not there yet: an eighth of all the time.
  getElementError: (message, container) => {
    if (!(getConfig() as Asking)._disableExpensiveErrorDiagnostics) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
}));
