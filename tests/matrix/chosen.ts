import { calls } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import type { Served } from '#kernel/server/serve.ts'

/** What each module shows on the server: its calls by themselves, or in a manifest. */
const doors = import.meta.glob<Record<string, unknown>>('/src/{ground,modules,reports}/*/server/{index,module}.ts', {
  eager: true,
})
const callsOf = (shown: unknown): Call[] =>
  (shown as { served?: Served[] } | null)?.served?.map(({ call }) => call) ?? []

/** The modules to which `npm run test:changed` narrows the generated suites; null for all. */
const names = process.env.TEST_MODULES?.split(',') ?? null

/** Whether the suites are about this module; told by a file of it, or one named after it. */
export const isChosen = (file: string): boolean =>
  names === null || names.some((name) => file.includes(`/${name}/`) || file.endsWith(`/${name}.ts`))

const chosen = new Set(
  Object.entries(doors).flatMap(([file, door]) =>
    isChosen(file) ? [door, ...Object.values(door)].flatMap((shown) => callsOf(shown)) : [],
  ),
)

/** The calls that the generated suites try. */
export const chosenCalls: readonly Call[] = names === null ? calls : calls.filter((call) => chosen.has(call))
