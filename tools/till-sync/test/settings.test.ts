import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readSettings } from '../src/settings.ts';

describe('settings of the demonstration portal', () => {
  test('are complete without any', () => {
    expect(readSettings({})).toMatchObject({
      portal: 'http://localhost:3000',
      clientId: 'till-sync',
      clientSecret: 'demo-till-sync',
      pharmacy: '100101',
      file: resolve('.portal/kasse/preise.csv'),
      stateFile: resolve('.portal/kasse/preise.csv.stand.json'),
    });
  });

  test('follow a second portal, so that the files of the two do not mix', () => {
    expect(readSettings({ PORTAL_PORT: '3010', PORTAL_DATA: '.portal-2' })).toMatchObject({
      portal: 'http://localhost:3010',
      file: resolve('.portal-2/kasse/preise.csv'),
    });
  });

  test('give way to those that are named, and help with no portal elsewhere', () => {
    const named = { TILL_SYNC_PORTAL: 'http://localhost:4000/', TILL_SYNC_FILE: 'preise.csv', PORTAL_PORT: '3010' };
    expect(readSettings(named)).toMatchObject({ portal: 'http://localhost:4000', file: resolve('preise.csv') });
    expect(() => readSettings({ TILL_SYNC_PORTAL: 'https://portal.example' })).toThrow(
      'Einstellungen: TILL_SYNC_FILE fehlt; TILL_SYNC_CLIENT_ID fehlt; TILL_SYNC_CLIENT_SECRET fehlt; TILL_SYNC_PHARMACY fehlt.',
    );
  });

  test('are refused with a port that is none', () => {
    expect(() => readSettings({ PORTAL_PORT: 'acht' })).toThrow('TILL_SYNC_PORTAL');
  });
});
