import { calls } from '#app/registry.ts'
import * as registered from '#app/serverModules.ts'
import type { Call } from '#kernel/model/call.ts'
import type { ServerModule } from '#kernel/server/module.ts'

/** The modules that `npm run test:changed` selects for the generated suites. Null selects all. */
const names = process.env.TEST_MODULES?.split(',') ?? null

/** Whether the suites cover the module with the name of this file. */
export const isFileOfChosenModule = (file: string): boolean =>
  names?.some((name) => file.endsWith(`/${name}.ts`)) ?? true

const modules: Readonly<Record<string, ServerModule>> = registered

/** The calls that the generated suites try. */
export const chosenCalls: readonly Call[] =
  names?.flatMap((name) => modules[name]?.served?.map(({ call }) => call) ?? []) ?? calls
