import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    region: TableOf<typeof model.Region>
    county: TableOf<typeof model.County>
    federalType: TableOf<typeof model.FederalType>
    roomType: TableOf<typeof model.RoomType>
    rentType: TableOf<typeof model.RentType>
    zipCode: {
      zip: string
      countyId: number
      city: string | null
      isPrimary: boolean
      latitude: number | null
      longitude: number | null
      congressionalDistricts: string | null
    }
    city: { name: string; countyId: number }
    fairMarketRent: { countyId: number; fiscalYear: number; bedrooms: number; amount: number }
    incomeLimit: { countyId: number; fiscalYear: number; percent: number; persons: number; amount: number }
  }
}
