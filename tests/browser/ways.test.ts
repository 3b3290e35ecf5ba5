import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** How many links of a kind are followed: the newest and the oldest, which differ most. */
const LINKS_PER_KIND = 2

test.each([
  ['company.admin', '/api/tasks/GetToDo', 10],
  ['company.user', '/api/tasks/GetToDo', 8],
  ['agency.admin', '/api/Work/GetOpen', 14],
] as const)(
  'each kind of work that waits for %s links to a screen that opens',
  async (persona, list, minimum) => {
    const visitor = await stage.signedIn(persona)
    const paths = await visitor.page.evaluate(async (path) => {
      const { token } = JSON.parse(localStorage.getItem('rooftree.session') ?? '{}')
      const answer = await (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).json()
      return (answer.rows ?? answer).map(
        (row: { url?: string; to?: string }) => row.url ?? row.to,
      ) as string[]
    }, list)
    const kinds = Map.groupBy(paths, (path) => path.replace(/\?.*$/, '').replaceAll(/\d+/g, '#'))
    const followed = [...kinds.values()].flatMap((group) =>
      [...new Set([group[0]!, group.at(-1)!])].slice(0, LINKS_PER_KIND),
    )
    expect(followed.length, [...kinds.keys()].join(', ')).toBeGreaterThanOrEqual(minimum)
    const failures: string[] = []
    for (const path of followed) {
      await visitor.page.evaluate((hash) => Object.assign(location, { hash }), path)
      await visitor.arrives(/./)
      await visitor.answered()
      await visitor.settled()
      const title = await visitor.page.locator('h1').first().textContent()
      if (/cannot be opened|could not be loaded|not found/.test(title ?? ''))
        failures.push(`${path}: ${title}`)
    }
    expect(failures).toEqual([])
    await visitor.context.close()
  },
)
