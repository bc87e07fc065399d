import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

/**
 * What keeps links, behind the same few words.
 * @typedef {object} Engine
 * @property {string} name
 * @property {(limit: number) => string} below SQL for a random whole number from 0, below a limit
 * @property {(json: string) => string} elements SQL for a table `each` with the `value`s of a JSON array
 * @property {(folder: string, how: { durable: boolean }) => Promise<Host>} start
 *
 * The store of a folder, that the service can be started on.
 * @typedef {object} Host
 * @property {string} url for `DATABASE_URL`
 * @property {number | undefined} pid of the database's first process, where it has any
 * @property {() => Promise<Connection>} open
 * @property {() => Promise<void>} stop leaves the folder as something that can be copied
 *
 * @typedef {object} Connection
 * @property {(sql: string) => Promise<Record<string, any>[]>} ask
 * @property {(sql: string) => Promise<unknown>} script
 * @property {(write: () => Promise<void>, tables?: string[]) => Promise<void>} fill runs what writes
 *   very many rows, of links or of these tables
 * @property {() => Promise<unknown>} readIndexes into memory, as they would be after an hour
 * @property {() => Promise<string>} settings those that matter, as the engine tells them
 * @property {() => Promise<void>} close
 */

export const ENGINES = { sqlite, postgres };
