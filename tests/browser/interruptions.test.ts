import { describe, expect, test } from 'vitest'
import { FAILURE_SENTENCE } from '#kernel/model/refusals.ts'
import { buildPdfFile } from './papers.ts'
import { attach, fillItem, itemField, openDetails, takeStep } from './requestForm.ts'
import {
  AUTOSAVE,
  description,
  filedPropertyIds,
  loadStoredDescription,
  openNewRequest,
  openSessionStage,
  saveNewRequest,
  stage,
  waitForSaved,
} from './sessionStage.ts'

openSessionStage()

describe('a fault message that disappears', () => {
  test('a fault that disappears does not move the button under a pressed pointer, and the click counts', async () => {
    const { page } = await openNewRequest(filedPropertyIds[7]!)
    await page.getByRole('button', { name: 'Submit request' }).click()
    await page.getByRole('alert', { name: 'There is a problem' }).waitFor()
    const items = await page.getByRole('button', { name: /^Remove Item/i }).count()
    await page.clock.pauseAt(Date.now() + 60_000)
    await description(page).fill('Doors')
    const add = (await page.getByRole('button', { name: 'Add item' }).boundingBox())!
    await page.mouse.move(add.x + add.width / 2, add.y + 2)
    await page.mouse.down()
    await page.clock.runFor(1000)
    await page.mouse.up()
    await page.clock.resume()
    await page.getByRole('button', { name: `Details, Item ${items + 1}` }).waitFor()
    await expect.poll(() => description(page).getAttribute('aria-invalid')).not.toBe('true')
  })
})

describe('losing the connection', () => {
  test('input without a connection is stored in the browser and saved when the connection is back', async () => {
    const visitor = await openNewRequest(filedPropertyIds[3]!)
    const { page } = visitor
    visitor.tolerate(/ERR_INTERNET_DISCONNECTED/)
    await description(page).fill('Water heaters')
    const requestId = await saveNewRequest(visitor)
    await visitor.context.setOffline(true)
    await description(page).fill('Water heaters in six units')
    await page.clock.fastForward(AUTOSAVE)
    await page.getByRole('status').filter({ hasText: 'Not saved: No connection to the portal.' }).waitFor()
    expect(await page.getByText(FAILURE_SENTENCE).count()).toBe(0)
    await visitor.context.setOffline(false)
    await page.clock.fastForward(AUTOSAVE)
    await waitForSaved(page)
    expect(await loadStoredDescription(requestId)).toBe('Water heaters in six units')
    await expect.poll(() => description(page).inputValue()).toBe('Water heaters in six units')
    // When the server stops and comes back, the browser is not notified, so the form retries by itself.
    visitor.tolerate(/503/)
    await visitor.context.route('**/SaveReplacementProgress', (route) =>
      route.fulfill({ status: 503, json: {} }),
    )
    await description(page).fill('Water heaters in seven units')
    await page.clock.fastForward(AUTOSAVE)
    await page
      .getByRole('status')
      .filter({ hasText: /^Not saved/ })
      .waitFor()
    await visitor.context.unroute('**/SaveReplacementProgress')
    await page.clock.fastForward(AUTOSAVE)
    await waitForSaved(page)
    expect(await loadStoredDescription(requestId)).toBe('Water heaters in seven units')
  })

  test("when the portal's code cannot be loaded, the page says so and loads it on the next try", async () => {
    const visitor = await stage.signedIn('company.user')
    const { page, context } = visitor
    visitor.tolerate(/assets\/portal-|ERR_FAILED/)
    await context.route(/\/assets\/portal-/, (route) => route.abort('failed'))
    await visitor.visit('/Projects')
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await context.unroute(/\/assets\/portal-/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Properties', exact: true }).waitFor()
  })

  test("an address that changes while the portal's code is loading leads to its page", async () => {
    const visitor = await stage.signedIn('company.user')
    const { page, context } = visitor
    await page.goto('about:blank')
    const { promise: codeReleased, resolve: releaseCode } = Promise.withResolvers<void>()
    await context.route(/\/assets\/portal-/, (route) => codeReleased.then(() => route.continue()))
    const query = page.waitForRequest(/\/assets\/portal-/)
    await page.goto(`${stage.address}/#/Account`, { waitUntil: 'commit' })
    await query
    await page.waitForFunction(() => document.querySelector('#root')?.childElementCount)
    await page.evaluate(() => {
      location.hash = '/Projects'
    })
    releaseCode()
    await page.getByRole('heading', { name: 'Properties', exact: true }).waitFor()
    await visitor.go('/Account')
  })

  test('a page closed without a connection offers to restore the input when it is opened again', async () => {
    const visitor = await openNewRequest(filedPropertyIds[4]!)
    const { page } = visitor
    visitor.tolerate(/ERR_INTERNET_DISCONNECTED/)
    await description(page).fill('Stairs')
    const requestId = await saveNewRequest(visitor)
    await visitor.context.setOffline(true)
    await description(page).fill('Stairs and railings')
    await page.close()
    await visitor.context.setOffline(false)
    const reopenedPage = await visitor.context.newPage()
    await visitor.visit(`/ReplacementReserve/${requestId}/${filedPropertyIds[4]}`, reopenedPage)
    await reopenedPage.getByRole('button', { name: /^Restore what you typed at/ }).click()
    await expect.poll(() => description(reopenedPage).inputValue()).toBe('Stairs and railings')
  })

  test('ERR-01 UI-01 a failure that no other message shows is shown as a warning for 2500 ms', async () => {
    const writer = await stage.signedIn('agency.admin')
    const { page } = writer
    writer.tolerate(/ERR_CONNECTION_REFUSED/)
    await writer.takeClock()
    await writer.visit('/emailTemplates')
    await page.getByRole('tab', { name: 'Write to many' }).click()
    await page.getByRole('combobox', { name: 'Begin with a template' }).click()
    await stage.stopServer()
    try {
      await page.getByRole('option').first().click()
      const notice = page.getByRole('alert').getByText(FAILURE_SENTENCE, { exact: true })
      await notice.waitFor()
      await page.clock.fastForward(2500)
      await notice.waitFor({ state: 'hidden' })
    } finally {
      await stage.startServer()
    }
  })
})

describe('fast clicks and several people', () => {
  test('a double click on Submit submits once', async () => {
    const visitor = await openNewRequest(filedPropertyIds[5]!)
    const { page } = visitor
    await page.getByRole('combobox', { name: 'Request type' }).fill('Advance review')
    await description(page).fill('Fence')
    await page.getByRole('button', { name: 'Add item' }).click()
    await fillItem(page, 1, {
      category: 'Roof',
      work: 'Fence',
      location: 'North',
      vendor: 'Fence makers',
      cents: '90000',
    })
    await page.getByRole('button', { name: 'Save progress' }).dblclick()
    await waitForSaved(page)
    await page.waitForURL(/#\/ReplacementReserve\/[1-9]/)
    const requestId = Number(visitor.path().split('/')[2])
    await openDetails(page, 1)
    await attach(page, 'Bid', 1, buildPdfFile('bid.pdf', 'Bid'), 'dropping')
    await page.getByRole('checkbox', { name: /^I certify/ }).check()
    await page.getByRole('button', { name: 'Submit request' }).dblclick()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).dblclick()
    await page.getByRole('heading', { name: 'Request received' }).waitFor()
    const counts = await stage.owner.query(
      `select (select count(*)::integer from replacement_reserve_request where property_id = $2 and description = 'Fence') as requests,
        (select count(*)::integer from status_history where entity = 'ReplacementReserveRequest' and row_id = $1 and to_status_id = 2) as steps,
        (select count(*)::integer from outbox where entity = 'ReplacementReserveRequest' and row_id = $1) as mails`,
      [requestId, filedPropertyIds[5]],
    )
    expect(counts.rows).toEqual([{ requests: 1, steps: 1, mails: 1 }])
  })

  test('VAL-13 amounts accept a typed point, dates accept two-digit years, and a typed address asks before input is lost', async () => {
    const path = `/ReplacementReserve/0/${filedPropertyIds[0]}`
    const visitor = await stage.signedIn('company.user', path)
    const { page } = visitor
    await page.getByRole('button', { name: 'Add item' }).click()
    const amount = itemField(page, 'Claimed amount', 1)
    for (const [keys, expected] of [
      ['50000', '$500.00'],
      ['500.', '$500.00'],
      ['1234.5', '$1,234.50'],
      ['1234.507', '$1,234.50'],
    ] as const) {
      await amount.click()
      // Waits until the whole text is selected before typing over it.
      const selected = () =>
        amount.evaluate((box: HTMLInputElement) => [
          box.selectionStart,
          box.selectionEnd,
          document.activeElement === box,
        ])
      const selectAll = async () => {
        await page.keyboard.press('Control+a')
        return selected()
      }
      await expect.poll(selectAll, { interval: 100 }).toEqual([0, (await amount.inputValue()).length, true])
      await page.keyboard.type(keys)
      await page.getByRole('tooltip').getByText('50000 is $500.00, and so is 500.').waitFor()
      await page.keyboard.press('Tab')
      await expect.poll(() => amount.inputValue(), { message: keys }).toBe(expected)
    }
    const day = itemField(page, 'Invoice date', 1)
    await day.fill('10/3/26')
    await day.blur()
    await expect.poll(() => day.inputValue()).toBe('10/03/2026')
    const changeAddress = () =>
      page.evaluate(() => {
        location.hash = '#/Messages'
      })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await changeAddress()
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(visitor.path()).toBe(path)
    await expect.poll(() => amount.inputValue()).toBe('$1,234.50')
    await changeAddress()
    // Two fast clicks leave only once.
    const leave = question.getByRole('button', { name: 'Leave without saving' })
    await leave.evaluate((button: HTMLElement) => [button.click(), button.click()])
    await visitor.arrives('/Messages')
  })

  test("a colleague's change is shown on the open page, which asks only if both changed the same field", async () => {
    const path = `/ReplacementReserve/0/${filedPropertyIds[7]}`
    const first = await stage.signedIn('company.user', path)
    await description(first.page).fill('Doors')
    const requestId = await saveNewRequest(first)
    const second = await stage.signedIn(
      'company.user',
      `/ReplacementReserve/${requestId}/${filedPropertyIds[7]}`,
    )
    await description(first.page).fill('Doors and windows')
    await first.page.getByRole('button', { name: 'Save progress' }).click()
    const news = second.page
      .getByRole('status')
      .filter({ hasText: /^Changed by Company User at \d+:\d\d [AP]M\./ })
    await news.waitFor()
    await expect.poll(() => description(second.page).inputValue()).toBe('Doors and windows')
    await description(second.page).fill('Doors of the second')
    await description(first.page).fill('Doors of the first')
    await first.page.getByRole('button', { name: 'Save progress' }).click()
    const question = second.page.getByRole('alert', { name: 'Changed elsewhere' })
    await question.getByText('Description: yours Doors of the second, theirs Doors of the first').waitFor()
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await second.page.getByRole('button', { name: 'Save progress' }).click()
    await waitForSaved(second.page)
    expect(await loadStoredDescription(requestId)).toBe('Doors of the second')
    // The request is copied as a new one, which is then deleted.
    const { page } = second
    await page.getByRole('button', { name: 'Copy as a new request' }).click()
    await page.getByRole('status').getByText(`A copy of R-${requestId}`).waitFor()
    await expect.poll(() => description(page).inputValue()).toBe('Doors of the second')
    const copyId = await saveNewRequest(second)
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
    await page.getByText('The draft is deleted.').waitFor()
    expect([await loadStoredDescription(copyId), await loadStoredDescription(requestId)]).toEqual([
      undefined,
      'Doors of the second',
    ])
  })

  test('a step on a request whose status has changed is refused with the name of the person who changed it', async () => {
    const result = await stage.owner.query<{
      id: number
      property: number
    }>(`select replacement_reserve_request_id as id,
      property_id as property from replacement_reserve_request where status_id = 2 order by 1 limit 1`)
    const { id, property } = result.rows[0]!
    const path = `/ReplacementReserve/${id}/${property}`
    const [first, second] = [
      await stage.signedIn('agency.write', path),
      await stage.signedIn('agency.manager', path),
    ]
    second.tolerate(/409 \(Conflict\)/)
    // The second person does not receive the event of the step.
    await second.context.route('**/api/events', (route) => route.abort())
    await second.visit(path)
    await takeStep(first.page, 'Start review')
    await second.page.getByRole('button', { name: 'Start review' }).click()
    const dialog = second.page.getByRole('dialog', { name: 'Start review' })
    await dialog.getByRole('button', { name: 'Start review', disabled: false }).click()
    await dialog.getByText(/^Agency Analyst changed this record at /).waitFor()
  })
})

describe('signing out', () => {
  test('SES-13 ERR-06 signing out ends the session and leads to the sign-in page in every tab', async () => {
    const visitor = await stage.signedIn('company.user', '/ReplacementReserveMultiNav')
    const secondPage = await visitor.context.newPage()
    await visitor.visit('/Account', secondPage)
    const { page } = visitor
    await page.getByLabel('Search all columns').fill('Court')
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0)
    const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('rooftree.session') ?? '{}'))
    await page.getByRole('button', { name: 'Company User' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await visitor.arrives('/Login')
    await visitor.arrives(/^\/login/i, secondPage)
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('table '))),
    ).toEqual([])
    const answer = await fetch(`${stage.address}/api/users/IsManager`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
  })

  test('SES-13 signing out with unsaved input leads to /Login, and the input is offered at the next sign-in', async () => {
    const visitor = await openNewRequest(filedPropertyIds[6]!)
    const { page } = visitor
    await description(page).fill('Paving')
    await page.getByRole('button', { name: 'Company User' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await visitor.arrives('/Login')
    await page.getByLabel('User name').waitFor()
    await visitor.signIn('company.user', `/ReplacementReserve/0/${filedPropertyIds[6]}`)
    await page.getByRole('button', { name: /^Restore what you typed at/ }).click()
    await expect.poll(() => description(page).inputValue()).toBe('Paving')
  })
})
