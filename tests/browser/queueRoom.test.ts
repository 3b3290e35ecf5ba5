import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const queues = [
  ...new Set(modules.flatMap((one) => one.reviews ?? []).map(({ kit: { review } }) => review.routes.queue)),
]

test('a desk of 1,440 pixels sees every queue whole: no column and no tab stands outside of it', async () => {
  const visitor = await stage.signedIn('agency.admin', '/Account', {
    viewport: { width: 1440, height: 900 },
  })
  const outside: string[] = []
  for (const queue of [...queues, '/afs/review/list']) {
    await visitor.visit(queue)
    await visitor.page.locator('main table tbody tr').first().waitFor()
    const wide = await visitor.page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
        .map(
          (one) =>
            `${one.querySelector('caption')?.textContent ?? one.ariaLabel}: ${one.scrollWidth} of ${one.clientWidth}`,
        ),
    )
    outside.push(...wide.map((one) => `${queue} ${one}`))
  }
  expect(outside).toEqual([])
  await visitor.context.close()
})
