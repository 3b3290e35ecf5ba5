import type { City, County, ZipCode } from './geography.ts'

/** A HUD physical inspection: 0 to 100, below 60 fails. */
export type Inspection = { day: string; score: number; scoreText: string }

/** What a unit of one size costs from a day on, in whole dollars a month. */
export type Rent = {
  effectiveDate: string
  rent: number
  utilityAllowance: number
  incomeLimitPercent: number
}

/** The units of one size. `bedrooms` 4 means four and more. */
export type Room = { bedrooms: number; units: number; vacant: number; specialNeeds: number; rents: Rent[] }

/** A program layer: which funding restricts how many units until when. */
export type ProgrammeLayer = { name: string; unitsCovered: number | null; endsOn: string | null }

/** One line of a reserve account's ledger; amounts in dollars, releases negative. */
export type ReserveEntry = {
  day: string
  kind: 'Opening balance' | 'Deposit' | 'Interest' | 'Release'
  amount: number
  /** The request a release belongs to. */
  request: number | null
  note: string | null
}

/** A reserve of a property: invented. Interest in percent a year; `dues` are the deposits that fell due. */
export type ReserveAccount = {
  kind: string
  openedOn: string
  monthlyDeposit: number
  annualInterestRate: number
  dues: { day: string; amount: number; received: number }[]
  entries: ReserveEntry[]
}

/**
 * One property of the portfolio. What is invented is listed in `invented`, and stands in `source` for the
 * reader.
 */
export type Property = {
  id: number
  name: string
  formerNames: string[]
  agencyNumber: string | null
  lihtcNumbers: string[]
  hudIds: string[]
  ruralDevelopmentIds: string[]
  street: string | null
  city: string
  state: string
  zip: string | null
  countyFips: string
  region: string | null
  congressionalDistrict: string | null
  latitude: number | null
  longitude: number | null
  totalUnits: number
  lowIncomeUnits: number | null
  rooms: Room[]
  housingType: 'Family' | 'Elderly' | 'Special needs'
  yearBuilt: number | null
  serviceDate: string | null
  extendedUseDate: string | null
  extendedUseComputed: boolean
  fiscalYearEndMonth: number
  status: number
  decontrolStatus: number | null
  federalTypes: ProgrammeLayer[]
  managementCompany: string | null
  ownerManaged: boolean
  ownerName: string | null
  nonCompliant: boolean
  averageIncomeTest: boolean
  inspections: Inspection[]
  reserve: ReserveAccount | null
  /** Its other reserve accounts. */
  otherReserves: ReserveAccount[]
  invented: string[]
  source: string
}

/** A management company as the data name it; address book entries are invented. */
export type Company = {
  id: number
  name: string
  address: string
  city: string
  zip: string
  email: string
  phone: string
}

/** A contact is a role of an organization, never a person. */
export type Contact = {
  id: number
  name: string
  title: string
  company: string
  city: string
  phone: string
  email: string
}

export type PropertyContact = { propertyId: number; contactId: number; contactType: number }

/** An invented trade firm. `w9Date` is null while its tax form is missing. */
export type Vendor = {
  id: number
  name: string
  trade: string
  city: string
  zip: string
  phone: string
  email: string
  taxIdLast4: string
  w9Date: string | null
  /** The user name of who asked for it, while the agency has not accepted it. */
  requestedBy: string | null
}

export type RequestItem = {
  category: string
  descriptionOfWork: string
  location: string
  quantity: number
  age: number
  vendorId: number
  invoiceNumber: string | null
  invoiceDate: string | null
  checkNumber: string | null
  duplicateInvoiceComment: string | null
  claimedAmount: number
  approvedAmount: number | null
  denialReason: string | null
  payVendorDirectly: boolean
}

/** One step in a request's life; `at` is a UTC timestamp, `by` a user name. */
export type RequestStep = {
  action: 'create' | 'submit' | 'return' | 'startReview' | 'review' | 'approve' | 'deny'
  from: number | null
  to: number
  at: string
  by: string
  reason: string | null
}

export type ReserveRequest = {
  id: number
  propertyId: number
  requestType: 'Reimbursement' | 'Advance review'
  description: string
  statusId: number
  balanceAtSubmit: number | null
  /**
   * Of an advance review that is pre-approved: where the completion of its work stands; null before one is
   * begun.
   */
  completion: { statusId: number; begunOn: string } | null
  items: RequestItem[]
  steps: RequestStep[]
}

/**
 * HUD's limits for a county: fair market rents by bedrooms and fiscal year, incomes by persons and percent.
 */
export type FairMarketRent = { countyFips: string; fiscalYear: number; amounts: number[] }
export type IncomeLimit = { countyFips: string; fiscalYear: number; percent: number; amounts: number[] }

/** Everything the demonstration puts into an empty database, in the order of its keys. */
export type Portfolio = {
  /** The day the demonstration plays on: nothing in it is later. */
  day: string
  regions: readonly string[]
  counties: readonly County[]
  /** Counties of the other states, only with the national properties. */
  nationalCounties: { fips: string; name: string; state: string }[]
  zipCodes: readonly ZipCode[]
  cities: readonly City[]
  fairMarketRents: FairMarketRent[]
  incomeLimits: IncomeLimit[]
  holidays: { day: string; name: string }[]
  federalTypes: readonly string[]
  companies: Company[]
  properties: Property[]
  resyndications: { oldPropertyId: number; newPropertyId: number; type: string; day: string | null }[]
  contacts: Contact[]
  propertyContacts: PropertyContact[]
  vendors: Vendor[]
  requests: ReserveRequest[]
}
