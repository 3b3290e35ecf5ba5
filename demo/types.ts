import type { City, County, ZipCode } from './geography.ts'

/** A HUD physical inspection. The score is from 0 to 100, and a score below 60 is a failure. */
export type Inspection = { day: string; score: number; scoreText: string }

/** The rent of a unit of one size from a day on, in whole dollars a month. */
export type Rent = {
  effectiveDate: string
  rent: number
  utilityAllowance: number
  incomeLimitPercent: number
}

/** The units of one size in a property. `bedrooms` 4 means four or more. */
export type Room = { bedrooms: number; units: number; vacant: number; specialNeeds: number; rents: Rent[] }

/** A program that funds a property and restricts a number of its units until a day. */
export type ProgramLayer = { name: string; unitsCovered: number | null; endsOn: string | null }

/** An entry in the ledger of a reserve account. Amounts are in dollars, and releases are negative. */
export type ReserveEntry = {
  day: string
  kind: 'Opening balance' | 'Deposit' | 'Interest' | 'Release'
  amount: number
  /** The id of the request to which a release belongs. */
  request: number | null
  note: string | null
}

/**
 * An invented reserve account of a property. Interest is in percent a year. `dues` are the deposits that
 * have fallen due.
 */
export type ReserveAccount = {
  kind: string
  openedOn: string
  monthlyDeposit: number
  annualInterestRate: number
  dues: { day: string; amount: number; received: number }[]
  entries: ReserveEntry[]
}

/**
 * A property of the portfolio. `invented` names its invented facts, and `source` is a sentence about the
 * sources for users.
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
  federalTypes: ProgramLayer[]
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

/**
 * A management company. The name is from the public data; the address, email and telephone number are
 * invented.
 */
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

/** A contact of a property in a role. `contactType` is the id of the type of contact. */
export type PropertyContact = { propertyId: number; contactId: number; contactType: number }

/** An invented firm of a trade. `w9Date` is null if its tax form is missing. */
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
  /** The name of the user who asked for the vendor, as long as the agency has not accepted it. */
  requestedBy: string | null
}

/**
 * An item of a reserve request. `quantity` is a number of pieces, `age` is in years, and amounts are in
 * dollars.
 */
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

/** A step of a request from one status to another. `at` is a UTC timestamp, and `by` is a user name. */
export type RequestStep = {
  action: 'create' | 'submit' | 'return' | 'startReview' | 'review' | 'approve' | 'deny'
  from: number | null
  to: number
  at: string
  by: string
  reason: string | null
}

/** A request to a replacement reserve, with its items and steps. */
export type ReserveRequest = {
  id: number
  propertyId: number
  requestType: 'Reimbursement' | 'Advance review'
  description: string
  statusId: number
  balanceAtSubmit: number | null
  /** The completion of the work of a pre-approved advance review. Null before it is begun. */
  completion: { statusId: number; begunOn: string } | null
  items: RequestItem[]
  steps: RequestStep[]
}

/** HUD's fair market rents for a county and fiscal year, in dollars a month for none to four bedrooms. */
export type FairMarketRent = { countyFips: string; fiscalYear: number; amounts: number[] }
/**
 * HUD's income limits for a county and fiscal year at a percentage of the median, in dollars for one to
 * eight persons.
 */
export type IncomeLimit = { countyFips: string; fiscalYear: number; percent: number; amounts: number[] }

/** All data of the demonstration, in the order of loading. */
export type Portfolio = {
  /** The current day of the demonstration. Nothing in it is later. */
  day: string
  regions: readonly string[]
  counties: readonly County[]
  /** The counties of the other states. Empty without the national properties. */
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
