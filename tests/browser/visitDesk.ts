import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

/** An image of one pixel, in place of a photo from a camera. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)
export const photo = { name: 'kitchen.png', mimeType: 'image/png', buffer: pixel }

/** Inserts an announced inspection of today with two units and one finding, and returns its id. */
export async function insertAnnouncedVisit({ owner }: Stage): Promise<number> {
  const result = await owner.query<{ id: number }>(`
    with who as (insert into compliance_inspector (user_id) select user_id from app_user where user_name = 'agency.write'
        on conflict (user_id) do update set active = true returning compliance_inspector_id),
      made as (insert into compliance_inspection (property_id, status_id, inspection_type, scheduled_on, planned_month, notice_on, sample_draws, low_income_units, compliance_inspector_id)
        select (select min(property_id) from property_building), 2, 'Special', current_date, date_trunc('month', current_date), current_date - 10, 1, 3, compliance_inspector_id from who
        returning compliance_inspection_id, property_id),
      units as (insert into inspection_unit (compliance_inspection_id, property_id, place, unit, file_to_review)
        select compliance_inspection_id, property_id, n, n::text, true from made cross join generate_series(1, 2) n),
      found as (insert into inspection_finding (compliance_inspection_id, property_id, number, unit, severity, description, found_on)
        select compliance_inspection_id, property_id, 1, '2', 3, 'Window does not lock', current_date from made)
    select compliance_inspection_id as id from made`)
  return result.rows[0]!.id
}

/** Loads the findings, photos, units and status that the portal has stored for a visit. */
export async function loadStoredVisit({ owner }: Stage, id: number) {
  const result = await owner.query<{ findings: string[]; photos: number; units: number[]; statusId: number }>(
    `select array(select description from inspection_finding where compliance_inspection_id = $1 order by number) as findings,
      (select count(*)::integer from file where module_name = 'ComplianceInspection' and module_id = $1) as photos,
      array(select status_id from inspection_unit where compliance_inspection_id = $1 order by inspection_unit_id) as units,
      status_id as "statusId" from compliance_inspection where compliance_inspection_id = $1`,
    [id],
  )
  return result.rows[0]!
}

/** Opens a visit and waits until the app and the visit are stored on the device. */
export async function storeVisitOnDevice(visitor: Visitor, id: number): Promise<void> {
  await visitor.visit(`/inspection/visit/${id}`)
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

/** The status line that says how many entries are waiting on the device. */
export const getOutboxLine = (page: Page, labels: string | RegExp) =>
  page.getByRole('status').filter({ hasText: labels }).first()

/** Opens a unit in the list. */
export const openUnit = (page: Page, unit: string) =>
  page
    .getByRole('list')
    .getByRole('button', { name: new RegExp(`^${unit} `) })
    .first()
    .click()

/** Enters a finding in the open unit and waits until the unit is shown again. */
export async function writeFinding(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a finding' }).click()
  await page.getByLabel('Description').fill(text)
  await page.getByText('Severe', { exact: true }).click()
  await page.getByRole('button', { name: 'Save finding' }).click()
  await page.getByRole('button', { name: 'Add a finding' }).waitFor()
}

/** Waits until no entry is waiting on the device. */
export const waitForAllSent = (page: Page) =>
  page.waitForFunction(() => localStorage.getItem('rooftree.outbox') === null, undefined, {
    timeout: PATIENCE,
  })

/** Returns all data that this browser stores of the portal, as text. */
export const readBrowserStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const open = indexedDB.open('rooftree-device')
    await new Promise((resolve) => {
      open.onsuccess = resolve
    })
    const texts = [JSON.stringify([{ ...localStorage }, { ...sessionStorage }])]
    for (const store of open.result.objectStoreNames) {
      const all = open.result.transaction(store).objectStore(store).getAll()
      await new Promise((resolve) => {
        all.onsuccess = resolve
      })
      for (const row of all.result as Record<string, unknown>[])
        texts.push(JSON.stringify({ ...row, bytes: new TextDecoder().decode(row.bytes as ArrayBuffer) }))
    }
    open.result.close()
    return texts.join('\n')
  })
