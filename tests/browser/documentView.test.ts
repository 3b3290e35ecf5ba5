import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { buildPdfFile, buildPhotoFile, type TestFile, uploadAsVisitor, waitForPdf } from './papers.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let request: { id: number; item: number; property: number }
const WIDE = { width: 1440, height: 900 }

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof request>(
    `select replacement_reserve_request_id as id, min(replacement_reserve_request_item_id) as item, min(property_id) as property
      from replacement_reserve_request_item join replacement_reserve_request using (replacement_reserve_request_id, property_id)
      where status_id = 3 group by 1 order by 1 limit 1`,
  )
  request = result.rows[0]!
  await stage.owner.query(
    'update replacement_reserve_request_item set approved_amount = null where replacement_reserve_request_id = $1',
    [request.id],
  )
  await stage.owner.query('delete from file where module_name = $1 and module_id = $2', [
    'Replacement_Reserve',
    request.id,
  ])
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const attach = async (page: Page, paper: TestFile, documentType: string) =>
  expect(
    await uploadAsVisitor(
      page,
      {
        moduleName: 'Replacement_Reserve',
        moduleId: request.id,
        propertyId: request.property,
        subModuleName: 'item',
        subModuleId: request.item,
        documentType,
      },
      paper,
    ),
  ).toBe(200)

/** Signs in, uploads the documents and opens the request under review. */
async function openRequest(...papers: readonly (readonly [TestFile, string])[]): Promise<Page> {
  const path = `/ReplacementReserve/${request.id}/${request.property}?item=${request.item}`
  const analyst = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav', { viewport: WIDE })
  const { page } = analyst
  for (const [paper, kind] of papers) await attach(page, paper, kind)
  await analyst.visit(path)
  return page
}

test('a PDF can be paged, searched, resized and rotated, and its amount is offered but not filled in', async () => {
  const invoice = buildPdfFile(
    'invoice 1.pdf',
    'Northside Heating\nInvoice 1001\nLabor 234.56\nBalance due $1,234.56',
    'Terms of the warranty\nThe condenser is covered for ten years',
    'Thank you',
  )
  const page = await openRequest([invoice, 'Invoice'])
  await waitForPdf(page, 'invoice 1.pdf')
  const viewer = page.getByRole('region', { name: 'invoice 1.pdf', exact: true })
  await viewer.getByText('Page 1 of 3').waitFor()
  await page.keyboard.press('.')
  await viewer.getByText('Page 2 of 3').waitFor()
  await page.keyboard.press('F')
  await page.keyboard.type('condenser IS')
  await viewer.getByText('1 of 1').waitFor()
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('document-find-current') ?? [])].map(String)))
    .toEqual(['condenser is'])
  await expectAccessible(page, 'a document with its search')
  await page.keyboard.press('Escape')
  const first = viewer.getByRole('figure', { name: 'Page 1 of 3' })
  const across = async () => (await first.boundingBox())!.width
  const fit = await across()
  await viewer.getByRole('button', { name: 'Larger' }).click()
  await expect.poll(across).toBeGreaterThan(fit)
  await viewer.getByRole('button', { name: 'Fit width' }).click()
  await expect.poll(across).toBe(fit)
  await viewer.getByRole('button', { name: 'Turn' }).click()
  await expect.poll(async () => (await first.boundingBox())!.height).toBeLessThan(fit)
  // The amount is only proposed. The reviewer puts it into the field.
  const field = page.getByRole('textbox', { name: 'Approved amount, Item 1' })
  await expect.poll(() => field.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Read from the invoice: $1,234.56' }).click()
  await expect.poll(() => field.inputValue()).toMatch(/1,234\.56$/)
})

test('a picture is shown, and a damaged file is named with a link to download it', async () => {
  const damaged = {
    name: 'torn.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\nnothing of it is left'),
  }
  const page = await openRequest([damaged, 'Bid'], [buildPhotoFile('roof.jpg'), 'Photo'])
  await page.getByRole('tab', { name: 'Bid' }).click()
  await page.getByText(/torn\.pdf .*is damaged or no PDF/).waitFor()
  await page
    .getByText(/torn\.pdf .*is damaged/)
    .getByRole('link', { name: 'Download it' })
    .waitFor()
  await page.getByRole('button', { name: 'roof.jpg' }).click()
  const picture = page.getByRole('region', { name: 'roof.jpg' })
  await picture.getByRole('img', { name: 'roof.jpg' }).waitFor()
  await picture.getByRole('button', { name: 'Turn' }).click()
  await expect.poll(() => picture.getByRole('img').getAttribute('style')).toContain('rotate(90deg)')
  await expectAccessible(page, 'a picture next to the review')
})
