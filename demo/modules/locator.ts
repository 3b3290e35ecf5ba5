import { Readable } from 'node:stream'
import type { FileStore } from '#kernel/server/files.ts'
import { largestCompany } from '../accounts.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { drawPicture, type Rectangle } from '../picture.ts'

/**
 * SQL: the listings of the housing locator. Most properties have a published one. Those of the largest
 * company have every status, some in a second version. People, telephone numbers and pictures are invented.
 */
const listingsSql = `
  insert into ahl (ahl_id, property_id, listing_version, contact_name, phone, website, office_hours, address, city, zip, residents, bedrooms_from, bedrooms_to,
    rent_from, rent_to, accessible_units, waiting_list_open, pets, utilities, amenities, application_fee, description, confirmed_on, status_id, version,
    submitted_by_id, submitted, return_reason, decided_by_id, decided, decision_comment, created_by, created_at)
  select row_number() over (order by v.edition, p.property_id), p.property_id, v.edition, 'Demonstration Office', '(573) 555-01' || lpad((p.property_id % 100)::text, 2, '0'),
    'https://homes.example/' || p.property_id, 'Monday to Friday, 9 to 5', p.address, coalesce(z.city, p.city), left(p.zip, 5), coalesce(p.housing_type, 'Family'), r.least, r.most,
    r.rent_from, r.rent_to, p.total_units / 20, p.property_id % 3 = 0, (array['Allowed', 'Allowed with limits', 'Service animals only'])[1 + p.property_id % 3],
    '["Water", "Sewer", "Trash"]'::jsonb, case p.property_id % 3 when 0 then '["On-site manager", "Playground"]'::jsonb when 1 then '["Laundry in the building"]'::jsonb
      else '["Air conditioning", "Elevator", "Community room"]'::jsonb end, 20 + 5 * (p.property_id % 4), 'Demonstration: an invented description of the homes and the neighborhood.',
    case when v.status = 5 then (w.at + interval '6 days')::date end, v.status, case v.status when 1 then case when v.came_back then 3 else 1 end when 2 then 2 else 3 end,
    case when w.submitted is not null and p.own then $2::integer end, w.submitted, case when v.came_back then 'Please replace the photo of the sign.' end,
    case when v.status >= 5 then $3::integer end, case when v.status >= 5 then w.at + interval '6 days' end,
    case when v.status = 6 then 'The photos do not show this property.' end, $2, w.at - interval '3 days'
  from (select o.*, o.management_company_id = c.management_company_id as own,
      exists (select from replacement_reserve_request q where q.property_id = o.property_id) as requested,
      row_number() over (partition by o.management_company_id = c.management_company_id order by o.property_id) as place
    from property o join management_company c on c.name = $4 where o.status_id in (0, 1, 5) and o.zip is not null) p
  left join lateral (select y.city from zip_code y where y.zip = left(p.zip, 5) and y.city is not null order by y.is_primary desc limit 1) z on true
  left join lateral (select min(t.bedrooms) as least, max(t.bedrooms) as most, min(e.rent) as rent_from, max(e.rent) as rent_to
    from property_room_type q join room_type t using (room_type_id) left join rent_in_force($1::date) e using (property_id, project_room_type_id)
    where q.property_id = p.property_id) r on true
  join (values
    -- Of the largest company each tenth of the first forty properties stands alike, those with requests of their reserve aside, where a new one can be begun; v is the version, back whether the agency returned it.
    (true, 0, 1, 1, false, 4), (true, 1, 1, 2, false, 6), (true, 2, 1, 6, false, 20), (true, 3, 1, 5, false, 430),
    (true, 4, 1, 5, false, 200), (true, 4, 2, 2, false, 9), (true, 5, 1, 5, false, 210), (true, 5, 2, 6, false, 30),
    (true, 6, 1, 5, false, 220), (true, 6, 2, 1, true, 12), (true, 7, 1, 5, false, 380), (true, 7, 2, 5, false, 90), (true, 8, 1, 5, false, 60),
    (false, 0, 1, 5, false, 40), (false, 1, 1, 5, false, 120), (false, 2, 1, 5, false, 250), (false, 3, 1, 5, false, 400), (false, 4, 1, 5, false, 300)) v (own, turn, edition, status, came_back, days)
    on v.own = p.own and v.turn = case when p.own and (p.requested or (p.place > 40 and p.place % 10 not in (3, 7, 8, 9))) then 8 else p.place % 10 end and (p.status_id = 0 or v.status = 5)
  cross join lateral (select ($1::date + time '15:00' - make_interval(days => v.days + (p.property_id % 3))) at time zone 'UTC' as at) a
  cross join lateral (select a.at, case when v.status >= 2 or v.came_back then a.at end as submitted) w`

/** SQL: the status history of the listings, from the times in their rows. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason, user_id, at)
  select 'AHL', r.ahl_id, r.property_id, h.was, h.becomes, h.action, h.reason, h.who, h.at
  from ahl r cross join lateral (values
    (null, 1, 'create', null, r.created_by, r.created_at), (1, 2, 'submit', null, r.submitted_by_id, r.submitted),
    (2, 1, 'return', r.return_reason, $1::integer, case when r.status_id = 1 then r.submitted + interval '2 days' end),
    (2, r.status_id, case r.status_id when 6 then 'deny' else 'approve' end, r.decision_comment, r.decided_by_id, r.decided)) h (was, becomes, action, reason, who, at)
  where h.at is not null`

/** The indexes of colors in the palette. */
const [SKY, GRASS, PATH, WHITE, GLASS] = [0, 1, 2, 3, 4]
/** The size of every picture in pixels. */
const SIZE = { width: 960, height: 720 }
/** The indexes of the colors of walls: one picture of each kind for each third of the properties. */
const wallColors = [5, 6, 7]
const palette = [
  [176, 206, 230],
  [122, 152, 92],
  [186, 178, 166],
  [246, 244, 238],
  [72, 92, 110],
  [164, 90, 70],
  [196, 178, 140],
  [120, 128, 140],
] as const
/** The sky and the grass behind every picture. */
const ground: Rectangle[] = [
  { x: 0, y: 0, width: 960, height: 500, color: SKY },
  { x: 0, y: 500, width: 960, height: 220, color: GRASS },
]

/** Draws a house with rows of windows. */
function drawBuilding(wall: number): Rectangle[] {
  const windows = Array.from({ length: 18 }, (_, index) => ({
    x: 200 + (index % 6) * 95,
    y: 190 + Math.floor(index / 6) * 110,
    width: 50,
    height: 70,
    color: GLASS,
  }))
  const house = { x: 160, y: 150, width: 640, height: 390, color: wall }
  return [...ground, { x: 440, y: 540, width: 80, height: 180, color: PATH }, house, ...windows]
}

/** Draws a board on two posts, with white lines in place of text. */
const drawSign = (wall: number): Rectangle[] => [
  ...ground,
  { x: 280, y: 300, width: 30, height: 300, color: GLASS },
  { x: 650, y: 300, width: 30, height: 300, color: GLASS },
  { x: 230, y: 220, width: 500, height: 200, color: wall },
  { x: 270, y: 270, width: 420, height: 36, color: WHITE },
  { x: 330, y: 340, width: 300, height: 24, color: WHITE },
]

/**
 * Stores each picture once. Returns a JSON list of what they show, and which third of the properties has
 * them.
 */
async function storePictures(files: FileStore) {
  const storedPictures = []
  for (const [third, wall] of wallColors.entries())
    for (const [title, patches] of [
      ['Building', drawBuilding(wall)],
      ['Sign with the name', drawSign(wall)],
    ] as const) {
      const { contentHash, size } = await files.put(
        Readable.from([drawPicture(SIZE, palette, patches)]),
        1_000_000,
      )
      storedPictures.push({ title, third, hash: contentHash, size })
    }
  return JSON.stringify(storedPictures)
}

/** SQL: the files of photos. Every listing has a building, and some also a sign. */
const insertFilesSql = `
  insert into file (property_id, module_name, module_id, document_type, file_name, content_type, size_bytes, content_hash, created_by, created_at)
  select r.property_id, 'AHL', r.ahl_id, p.title, lower(split_part(p.title, ' ', 1)) || '-ahl-' || r.ahl_id || '.png', 'image/png', p.size, p.hash, r.created_by, r.created_at
  from ahl r join json_to_recordset($1) p (title text, third integer, hash text, size integer) on p.third = r.property_id % 3
  join property o using (property_id) join management_company c on c.management_company_id = o.management_company_id
  where p.title = 'Building' or c.name = $2 or r.status_id = 2`

/** SQL: the photos of listings. On returned and rejected listings, the photo of the sign is refused. */
const insertPhotosSql = `
  insert into ahl_photo (ahl_id, property_id, file_id, position, title, caption, width, height, refusal)
  select r.ahl_id, r.property_id, f.file_id, case f.document_type when 'Building' then 1 else 2 end, f.document_type, 'Demonstration', ${SIZE.width}, ${SIZE.height},
    case when f.document_type <> 'Building' and (r.status_id = 6 or (r.status_id = 1 and r.submitted is not null)) then 'Wrong property name on the sign' end
  from file f join ahl r on r.ahl_id = f.module_id where f.module_name = 'AHL' order by f.file_id`

/** Loads the listings of the housing locator and their photos. */
export default {
  after: ['properties', 'people', 'lookups', 'replacementReserve'],
  load: async ({ client, users, day }: DemoContext) => {
    await client.query(listingsSql, [
      day,
      users.get('company.admin'),
      users.get('agency.write'),
      largestCompany,
    ])
    await client.query('analyze ahl')
    await client.query(historySql, [users.get('agency.write')])
  },
  createDocuments: async ({ client, files }) => {
    await client.query(insertFilesSql, [await storePictures(files), largestCompany])
    await client.query(insertPhotosSql)
  },
  idColumns: { ahl: 'ahl_id' },
} satisfies DemoPart
