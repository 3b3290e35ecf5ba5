import { entity } from '#kernel/model/entity.ts'
import { flag, id, number, ref, requiredText, text } from '#kernel/model/field.ts'

export const Region = entity('Region', {
  table: 'region',
  key: 'regionId',
  label: 'Region',
  fields: { regionId: id(), name: requiredText('Name', 100) },
})

export const County = entity('County', {
  table: 'county',
  key: 'countyId',
  label: 'County',
  fields: {
    countyId: id(),
    fips: requiredText('FIPS code', 5),
    name: requiredText('Name', 100),
    state: text('State', 2).unwrap(),
    regionId: ref('Region', 'Region'),
    incomeLimitArea: text('HUD income-limit area', 200),
    metropolitan: flag('Metropolitan'),
  },
})

export const FederalType = entity('FederalType', {
  table: 'federal_type',
  key: 'federalTypeId',
  label: 'Federal type',
  fields: { federalTypeId: id(), name: requiredText('Name', 100) },
})

/** The program under which a unit is rented, and what limits its gross rent. */
export const RentType = entity('RentType', {
  table: 'rent_type',
  key: 'rentTypeId',
  label: 'Rent type',
  fields: {
    rentTypeId: id(),
    name: requiredText('Name', 100),
    medianPercent: number('Income limit (percent)', 1, 120),
    fairMarket: flag('Never above HUD’s fair market rent'),
    setElsewhere: flag('Rents are set by another agency'),
  },
})

export const RoomType = entity('RoomType', {
  table: 'room_type',
  key: 'roomTypeId',
  label: 'Room type',
  fields: { roomTypeId: id(), name: requiredText('Name', 100), bedrooms: number('Bedrooms', 0, 10).unwrap() },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
