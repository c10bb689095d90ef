/** React by itself, for main.ts to have it run in a task of its own. */
import 'react-dom/client';
