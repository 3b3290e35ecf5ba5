import { buffer as readAll } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { readPdf } from '#tests/pdf.ts'
import { readAnalyst } from './analystChoice.ts'
import { buildPdfFile, buildPhotoFile, waitForPdf } from './papers.ts'
import * as form from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

const {
  attach,
  readFact: fact,
  expectFact: factReads,
  fillItem,
  itemField,
  openDetails,
  readErrorSummary: summary,
  takeStep,
} = form
let stage: Stage
let company: Visitor
/**
 * The property of the demonstration for which the request is filed, and the balance of its reserve before.
 */
let property: { id: number; name: string; number: string; balance: number }
let request: { id: number; number: string; path: string }

const WORK = 'Réfection du toit, bâtiment Ångström'
const VENDOR = 'Núñez & Søn Couverture'
const DATE = addDays(today(), -20)
const CLAIMED = 4321.5 + 987.65
const APPROVED = 4000 + 987.65
const REASON = 'Le prix dépasse la convention; $4,000.00 is the usual price.'

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string; number: string; balance: string }>(`
    select p.property_id as id, p.name, coalesce(p.agency_number, (select lihtc_number from property_lihtc_number l
        where l.property_id = p.property_id order by position limit 1), '') as number,
      (select sum(e.amount) from reserve_entry e join reserve_account a using (reserve_account_id)
        where a.property_id = p.property_id and a.kind = 'Replacement reserve') as balance
    from permission g join app_user u using (user_id) join property p using (property_id)
    where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write
      and not exists (select 1 from replacement_reserve_request r where r.property_id = p.property_id and (r.status_id < 5 or r.pre_approved))
      and not exists (select 1 from property_federal_type t join reserve_authority a using (federal_type_id)
        where t.property_id = p.property_id and not a.by_agency)
    order by 4 desc limit 1`)
  const row = result.rows[0]!
  property = { ...row, balance: Number(row.balance) }
  company = await stage.signedIn('company.user', `/ReplacementReserveList/${property.id}`)
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

describe('a replacement reserve request from filing to payment', () => {
  test('UI error summary: submitting an empty form lists every fault with a link to its field', async () => {
    const { page } = company
    expect(await fact(page, 'Balance')).toBe(formatMoney(property.balance))
    await page.getByRole('link', { name: 'New request' }).click()
    await page.getByRole('heading', { level: 1, name: 'New replacement reserve request' }).waitFor()
    await page.getByRole('button', { name: 'Submit request' }).click()
    expect(await summary(page)).toEqual([
      'Description – *Field is required',
      'Items – Add at least one item.',
      expect.stringMatching(/^I certify that .* – Please certify the request\.$/),
    ])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
    await page.getByRole('link', { name: 'Description – *Field is required' }).click()
    expect(
      await page
        .getByLabel('Description *', { exact: true })
        .evaluate((box) => box === document.activeElement),
    ).toBe(true)
  })

  test('the balance is updated while amounts are typed', async () => {
    const { page } = company
    await page
      .getByLabel('Description *', { exact: true })
      .fill('Toiture et poêle: two pieces of work done in one week.')
    await page.getByRole('button', { name: 'Add item' }).click()
    await fillItem(page, 1, {
      category: 'Roof',
      work: WORK,
      location: 'Building 2',
      vendor: VENDOR,
      invoice: 'A-1001',
      date: formatDate(DATE, 'MM/DD/YYYY'),
      check: '5501',
      cents: '43215',
    })
    await factReads(page, 'Total claimed', '$432.15')
    await itemField(page, 'Claimed amount', 1).press('0')
    await factReads(page, 'Total claimed', '$4,321.50')
    expect(await fact(page, 'Balance after this request')).toBe(formatMoney(property.balance - 4321.5))
    await page.getByRole('button', { name: 'Add item' }).click()
    await fillItem(page, 2, {
      category: 'Appliances',
      work: 'Ranges in 3 units',
      location: 'Units 4–6',
      vendor: VENDOR,
      invoice: 'A-1002',
      date: formatDate(DATE, 'MM/DD/YYYY'),
      cents: '98765',
    })
    await factReads(page, 'Total claimed', formatMoney(CLAIMED))
    expect(await fact(page, 'Balance after this request')).toBe(formatMoney(property.balance - CLAIMED))
  })

  test('progress is saved, and the address contains the number of the saved request', async () => {
    const { page } = company
    await page.getByRole('button', { name: 'Save progress' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved / })
      .waitFor()
    await expect.poll(() => company.path()).toMatch(/^\/ReplacementReserve\/[1-9]\d*\/\d+$/)
    const id = Number(company.path().split('/')[2])
    request = { id, number: `R-${id}`, path: company.path() }
    await page
      .getByRole('heading', { level: 1, name: `Replacement reserve request ${request.number}` })
      .waitFor()
    await company.visit(request.path)
    await expect.poll(() => itemField(page, 'Description of work', 1).inputValue()).toBe(WORK)
    await expect.poll(() => itemField(page, 'Vendor', 2).inputValue()).toBe(VENDOR)
    await expect.poll(() => itemField(page, 'Claimed amount', 1).inputValue()).toBe('$4,321.50')
    expect(await loadVendors()).toEqual([])
  })

  test('documents can be dropped and chosen, each for its kind and item', async () => {
    const { page } = company
    await openDetails(page, 1)
    await attach(page, 'Invoice', 1, buildPdfFile('facture-1001.pdf', 'Facture A-1001'), 'dropping')
    await attach(page, 'Check', 1, buildPdfFile('check-5501.pdf', 'Check 5501'), 'choosing')
    await attach(page, 'Photo', 1, buildPhotoFile('toit.jpg'), 'dropping')
    await openDetails(page, 2)
    await attach(page, 'Invoice', 2, buildPdfFile('facture-1002.pdf', 'Facture A-1002'), 'choosing')
    const result = await stage.owner.query(
      'select count(*)::integer as papers from file where module_id = $1 and property_id = $2',
      [request.id, property.id],
    )
    expect(result.rows).toEqual([{ papers: 4 }])
  })

  test('a file whose content does not match its name is refused with a message', async () => {
    const { page } = company
    const zone = page.getByRole('region', { name: 'Photo, item 2' })
    const choosing = page.waitForEvent('filechooser')
    await zone.getByRole('button', { name: /^Choose/ }).click()
    await (await choosing).setFiles({
      ...buildPdfFile('disguised.jpg', 'I am a PDF'),
      mimeType: 'image/jpeg',
    })
    company.tolerate(/400 \(Bad Request\).*FileUpload/)
    await page.getByRole('alert').filter({ hasText: 'disguised.jpg' }).waitFor()
    await attach(page, 'Photo', 2, buildPhotoFile('cuisinière.jpg'), 'choosing')
  })

  test('faults at submission are listed at once, and after correction the request is received', async () => {
    const { page } = company
    await page.getByRole('button', { name: 'Submit request' }).click()
    expect(await summary(page)).toEqual([
      'Item 2: Check number – *Field is required',
      'Item 2: Documents – Attach the check.',
      expect.stringMatching(/^I certify/),
    ])
    await page.getByRole('link', { name: 'Item 2: Check number – *Field is required' }).click()
    await page.keyboard.type('5502')
    await attach(page, 'Check', 2, buildPdfFile('check-5502.pdf', 'Check 5502'), 'dropping')
    await page.getByRole('checkbox', { name: /^I certify/ }).check()
    await page.getByRole('button', { name: 'Submit request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: 'Request received' }).waitFor()
    expect(await loadVendors()).toEqual([{ new_vendor: true, active: false }])
    expect(await fact(page, 'Number')).toBe(request.number)
    expect(await fact(page, 'Date')).toMatch(
      new RegExp(`^${formatDate(today(), 'MM/DD/YYYY')} \\d+:\\d\\d [AP]M$`),
    )
    await page
      .getByText(`decides by ${formatDate(await form.loadPromisedDay(stage.owner, 30), 'MM/DD/YYYY')}`)
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Recall' }).isVisible()).toBe(true)
  })
})

describe("the agency's review and decision", () => {
  test('FIL-01 FIL-02 the analyst finds the request under Submitted, opens its documents and sets amounts', async () => {
    const analyst = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav')
    const { page } = analyst
    await page.getByRole('tab', { name: /^Submitted/ }).click()
    await page.getByLabel('Search all columns').fill(property.name)
    await page.getByRole('link', { name: request.number }).click()
    await expect.poll(() => analyst.path()).toBe(request.path)
    await takeStep(page, 'Start review')
    await itemField(page, 'Approved amount', 1).waitFor()
    await waitForPdf(page, 'facture-1001.pdf')
    await page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: 'toit.jpg' }).click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'New tab' }).click()
    const paper = await opening
    await paper.waitForURL(/^blob:/)
    expect(await paper.evaluate(() => document.contentType)).toBe('image/jpeg')
    await paper.close()
    expect(await readAnalyst(page)).toBe('Agency Analyst')
    await itemField(page, 'Approved amount', 1).click()
    await page.keyboard.type('4000')
    await page.getByRole('button', { name: 'Approve open items as claimed' }).click()
    await factReads(page, 'Approved', formatMoney(APPROVED))
    await page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await expect
      .poll(() => summary(page))
      .toEqual(['Item 1: Reason for the reduction – Say why less than the claim is approved.'])
    await itemField(page, 'Reason for the reduction', 1).fill(REASON)
    await takeStep(page, 'Mark as reviewed')
    await page.getByText('Reviewed', { exact: true }).first().waitFor()
    await expect.poll(() => loadStatus(request.id), { timeout: PATIENCE }).toBe(4)
    // The reviewer may not approve the same request (two-person rule).
    expect(await page.getByRole('button', { name: /^Approve( \$|$)/ }).count()).toBe(0)
  })

  test('the manager approves the request', async () => {
    const manager = await stage.signedIn('agency.manager', request.path)
    await takeStep(manager.page, 'Approve', 'Bonne continuation.')
    await manager.page.getByRole('region', { name: 'Letters' }).waitFor()
    expect(await loadStatus(request.id)).toBe(5)
  })
})

describe('the company after the decision', () => {
  test('the company sees approved next to claimed amounts, with the reason for the difference', async () => {
    const { page } = company
    await company.visit(request.path)
    expect(await fact(page, 'Claimed')).toBe(formatMoney(CLAIMED))
    expect(await fact(page, 'Approved')).toBe(formatMoney(APPROVED))
    const row = page.getByRole('row').filter({ hasText: WORK })
    await expect
      .poll(() => row.getByRole('cell').allTextContents())
      .toEqual(expect.arrayContaining(['$4,321.50', '$4,000.00', REASON]))
    await page
      .getByRole('button', { name: 'Comment on the decision Bonne continuation.', exact: true })
      .waitFor()
  })

  test('LET-01 LET-18 LET-19 LET-20 LET-33 the letter opens on the screen and downloads as a PDF with its facts', async () => {
    const { page } = company
    await page.getByRole('region', { name: 'Letters' }).getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`Request Number: ${request.number}`).waitFor()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download PDF' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`Approval of replacement reserve request ${request.number}.pdf`)
    const pdf = readPdf(await readAll(await download.createReadStream()))
    expect(pdf.pages.map(({ width, height }) => [width, height])).toEqual([[612, 792]])
    const text = pdf.text.replaceAll(/\s+/g, ' ')
    for (const label of [
      formatDate(today(), 'MMMM DD, YYYY'),
      `Re: ${property.name}`,
      property.number,
      `Request Number: ${request.number}`,
      `The agency approves ${formatMoney(APPROVED)}.`,
      formatMoney(CLAIMED),
      `${WORK}: ${REASON}`,
      VENDOR,
      `The balance of the replacement reserve after this release is ${formatMoney(property.balance - APPROVED)}.`,
      'Bonne continuation.',
    ])
      expect(text).toContain(label)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('the history shows each step and the person who took it', async () => {
    const { page } = company
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const steps = page.getByRole('region', { name: 'History' }).getByRole('list', { name: 'History' })
    await steps.waitFor()
    const entries = (await steps.locator(':scope > li').allInnerTexts()).map((text) =>
      text.split(/\n+/).slice(0, 2),
    )
    const stepTexts = entries
      .map(([action, who]) => `${action}: ${who?.split(' · ')[0]}`)
      .filter((line) => !/^(Item|Repl)/.test(line))
    expect(stepTexts.toReversed()).toEqual([
      'Begun: Company User',
      'Submitted: Company User',
      'Review started: Agency Analyst',
      'Reviewed: Agency Analyst',
      'Approved: Agency Manager',
    ])
  })

  test('the balance is lower by the approved amount', async () => {
    const { page } = company
    await company.visit(`/ReplacementReserveList/${property.id}`)
    expect(await fact(page, 'Balance')).toBe(formatMoney(property.balance - APPROVED))
    const release = page.getByRole('row').filter({ hasText: 'Release' }).filter({ hasText: request.number })
    await expect
      .poll(() => release.allTextContents())
      .toEqual([expect.stringContaining(formatMoney(-APPROVED))])
  })

  test('each step that concerns others was mailed to them', async () => {
    const mails = await stage.owner.query<{
      event: string
      recipients: { email: string }[]
      subject: string
    }>(
      `select event, recipients, subject from outbox where entity = 'ReplacementReserveRequest' and row_id = $1 order by outbox_id`,
      [request.id],
    )
    expect(mails.rows.map((mail) => mail.event)).toEqual(['reserve.submitted', 'reserve.approved'])
    const decided = mails.rows[1]!
    expect(decided.subject).toBe(`${request.number}, ${property.name}: approved`)
    expect(decided.recipients.map((recipient) => recipient.email)).toContain('company.user@company.example')
  })
})

/** The vendor that the company enters and that the agency does not know yet. */
const loadVendors = async () =>
  (await stage.owner.query('select new_vendor, active from vendor where name = $1', [VENDOR])).rows

async function loadStatus(requestId: number): Promise<number | undefined> {
  const result = await stage.owner.query<{ status_id: number }>(
    'select status_id from replacement_reserve_request where replacement_reserve_request_id = $1',
    [requestId],
  )
  return result.rows[0]?.status_id
}
