declare module '#kernel/server/tables.ts' {
  interface Tables {
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
