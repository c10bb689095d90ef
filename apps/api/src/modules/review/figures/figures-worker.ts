import { parentPort, workerData } from 'node:worker_threads';
import { figuresOf, type Reviewable } from './figures-of.ts';

// The program of a thread: one package in, its figures out.
parentPort?.postMessage(figuresOf(workerData as Reviewable));
