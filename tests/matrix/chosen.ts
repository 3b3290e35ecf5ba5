import { calls } from '#app/registry.ts'
import * as registered from '#app/serverModules.ts'
import type { Call } from '#kernel/model/call.ts'
import type { ServerModule } from '#kernel/server/module.ts'

/** The modules to which `npm run test:changed` narrows the generated suites; null for all. */
const names = process.env.TEST_MODULES?.split(',') ?? null

/** Whether the suites are about the module that a file is named after. */
export const isChosen = (file: string): boolean => names?.some((name) => file.endsWith(`/${name}.ts`)) ?? true

const modules: Readonly<Record<string, ServerModule>> = registered

/** The calls that the generated suites try. */
export const chosenCalls: readonly Call[] =
  names?.flatMap((name) => modules[name]?.served?.map(({ call }) => call) ?? []) ?? calls
