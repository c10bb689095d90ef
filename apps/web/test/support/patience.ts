import { configure } from '@testing-library/react';

// On a busy machine the first render, with its modules still to be loaded, takes longer than the usual second.
configure({ asyncUtilTimeout: 15_000 });
