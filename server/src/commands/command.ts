import { Command, type HelpContext } from 'commander';
import { getApp } from '../actions/apps/get-app.ts';
import type { Author, Context } from '../actions/context.ts';
import { readConfig, type Config } from '../config.ts';
import { OPERATOR } from '../domain/link/link-creator.ts';
import { openStore } from '../store.ts';
import { endWith, report, say, type Report, type Terminal, type Wording } from './report.ts';

/** What a command works with while its database is open. */
interface OpenStore {
  readonly ctx: Context;
  readonly config: Config;
  /** Names of the migrations that were applied when it was opened. */
  readonly migrated: readonly string[];
}

interface OpenApp extends OpenStore {
  readonly app: { readonly id: string; readonly name: string };
  /** The operator, in this app. */
  readonly editor: Author;
}

type Arguments = readonly unknown[];

/**
 * A command of the operator. Every function that defines it gets the arguments and then the options, as Commander
 * passes them.
 */
export class OperatorCommand extends Command {
  readonly terminal: Terminal;
  #wording: Wording = {};
  #conflict: (...args: Arguments) => string | undefined = () => undefined;
  #createsStore: (...args: Arguments) => boolean = () => false;
  #before: ((config: Config, ...args: Arguments) => Promise<void>) | undefined;

  constructor(terminal: Terminal, name?: string) {
    super(name);
    this.terminal = terminal;
  }

  override createCommand(name?: string): OperatorCommand {
    return new OperatorCommand(this.terminal, name);
  }

  /** `help` with an unknown command says so; Commander shows only the usage. */
  override help(context?: HelpContext): never;
  override help(change: (text: string) => string): never;
  override help(context?: HelpContext | ((text: string) => string)): never {
    const [command, name] = this.args;
    const isError = typeof context === 'object' && context.error;
    if (isError && command === 'help' && name !== undefined) {
      this.error(`error: unknown command '${name}'; see ${this.terminal.programName} help`);
    }
    return super.help(context as HelpContext);
  }

  /** How errors name the database, and what the errors of an action are about. */
  errorsName(wording: Wording): this {
    this.#wording = wording;
    return this;
  }

  /** Refuses options that do not go together, before anything is opened. `conflict` returns what is wrong. */
  refuses<Given extends unknown[]>(conflict: (...args: Given) => string | undefined): this {
    this.#conflict = conflict as (...args: Arguments) => string | undefined;
    return this;
  }

  /** The command may create the database. All other commands need an existing one. */
  createsStore<Given extends unknown[]>(when: (...args: Given) => boolean = () => true): this {
    this.#createsStore = when as (...args: Arguments) => boolean;
    return this;
  }

  /** What runs before the database is opened, and possibly created. */
  beforeOpening<Given extends unknown[]>(
    before: (config: Config, ...args: Given) => Promise<void>,
  ): this {
    this.#before = before as (config: Config, ...args: Arguments) => Promise<void>;
    return this;
  }

  /** Gives the command `--json`, one report, and readable errors. */
  reports<Given extends unknown[]>(work: (...args: Given) => Promise<Report>): void {
    this.option('--json', 'print one JSON document').action(async (...given: unknown[]) => {
      // Commander adds the command itself after arguments and options.
      const args = given.slice(0, -1) as Given;
      const conflict = this.#conflict(...args);
      if (conflict !== undefined) this.error(`error: ${conflict}`);
      const json = this.opts<{ json?: boolean }>().json === true;
      endWith(await report(this.terminal, json, () => work(...args), this.#wording));
    });
  }

  /** The same for work on the database of the settings, which is opened before it and closed after it. */
  onStore<Given extends unknown[]>(
    work: (open: OpenStore, ...args: Given) => Promise<Report>,
  ): void {
    this.reports<Given>(async (...args) => {
      const config = readConfig(this.terminal.environment);
      await this.#before?.(config, ...args);
      const store = await openStore(config, {
        programName: this.terminal.programName,
        mustExist: !this.#createsStore(...args),
        say: (line) => say(this.terminal, line),
      });
      const { ctx, migrated } = store;
      // Shows a wrong path where it creates a database.
      if (store.isNew) say(this.terminal, `created a new database at ${ctx.db.location}`);
      try {
        return await work({ ctx, config, migrated }, ...args);
      } finally {
        await store.close();
      }
    });
  }

  /** The same for work on one app, which the option `--app` names. */
  onApp<Given extends unknown[]>(work: (open: OpenApp, ...args: Given) => Promise<Report>): void {
    this.requiredOption('--app <name>', 'name of the app');
    this.onStore<Given>(async (open, ...args) => {
      const app = await getApp(open.ctx, this.opts<{ app: string }>().app);
      return work({ ...open, app, editor: { appId: app.id, actor: OPERATOR } }, ...args);
    });
  }
}
