import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

/**
 * The interface of a database engine.
 * @typedef {object} Engine
 * @property {string} name
 * @property {(limit: number) => string} below returns SQL for a random integer from 0 to below `limit`
 * @property {(json: string) => string} elements returns SQL for a table `each` with the `value`s of a JSON
 *   array
 * @property {(folder: string, how: { durable: boolean }) => Promise<Host>} start
 *
 * The database of a folder, on which the service can be started.
 * @typedef {object} Host
 * @property {string} url for `DATABASE_URL`
 * @property {number | undefined} pid of the first process of the database, if it has any
 * @property {() => Promise<Connection>} open
 * @property {() => Promise<void>} stop leaves the folder in a state that can be copied
 *
 * @typedef {object} Connection
 * @property {(sql: string) => Promise<Record<string, any>[]>} ask
 * @property {(sql: string) => Promise<unknown>} script
 * @property {(write: () => Promise<void>, tables?: string[]) => Promise<void>} fill runs `write`, which
 *   inserts very many rows into the tables of links or into `tables`
 * @property {() => Promise<unknown>} readIndexes reads the indexes into memory, as after an hour of traffic
 * @property {() => Promise<string>} settings returns the relevant settings of the engine
 * @property {() => Promise<void>} close
 */

export const ENGINES = { sqlite, postgres };
