import type { ReserveAccount } from '../../types.ts'

/**
 * The input from which the books of a property are generated. Amounts are in dollars, as in the portfolio.
 */
export type BooksInput = {
  /** Determines the random figures: the same key results in the same books. */
  key: string
  units: number
  lowIncomeUnits: number | null
  fiscalYearEndMonth: number
  serviceDate: string | null
  /** The budget in dollars by account and fiscal year. `B110` is the principal of the first mortgage. */
  plan: ReadonlyMap<number, Readonly<Record<string, number>>>
  reserve: ReserveAccount | null
  otherReserves: readonly ReserveAccount[]
  /**
   * Whether the property has tax credits. `hasOnlyTaxCredits` means that no other program limits its
   * distributions.
   */
  hasTaxCredits: boolean
  hasOnlyTaxCredits: boolean
  ownerName: string | null
}

/**
 * A reserve account in a year, in cents. `ledger` says that the closing balance is the balance of the
 * portal's ledger.
 */
export type ReserveYear = {
  kind: string
  opening: number
  required: number
  deposits: number
  interest: number
  releases: number
  fees: number
  closing: number
  ledger: boolean
}

/** A note or mortgage in a year, in cents. The rate is in percent. */
export type NoteYear = {
  lender: string
  related: boolean
  noteDate: string
  maturity: string
  original: number
  rate: number
  terms: 'Amortizing' | 'Interest only' | 'Deferred' | 'Cash flow'
  lien: number | null
  payableFromSurplus: boolean
  /**
   * The account of its long-term part. `currentAccount` is the account of the part that is due within a
   * year.
   */
  account: string
  currentAccount: string | null
  interestAccount: string
  accruedAccount: string
  opening: number
  additions: number
  payments: number
  closing: number
  current: number
  accruedOpening: number
  interest: number
  interestPaid: number
  accruedClosing: number
}

/** A class of fixed assets in a year, in cents. */
export type AssetYear = {
  account: string
  name: string
  opening: number
  additions: number
  disposals: number
  closing: number
}

/** A class of partners in a year, in cents. `percent` is the percentage owned. */
export type PartnerYear = {
  name: string
  kind: 'General partner' | 'Limited partner' | 'Special limited partner'
  percent: number
  opening: number
  contributions: number
  netIncome: number
  distributions: number
  closing: number
}

/** The balance of a fund at the end of the year, in cents. */
export type FundHeld = {
  kind: string
  account: string
  last4: string
  amount: number
  rate: number
  heldByAgency: boolean
}

/** A transaction with a related party, in cents. */
export type RelatedParty = {
  party: string
  nature: string
  account: string
  opening: number
  charged: number
  paid: number
  closing: number
}

/** Cash flows by the direct method, in cents. Receipts are positive, and payments negative. */
export type CashFlows = Readonly<
  Record<
    | 'rentalReceipts'
    | 'interestReceipts'
    | 'otherReceipts'
    | 'administrative'
    | 'managementFee'
    | 'utilities'
    | 'salaries'
    | 'operatingAndMaintenance'
    | 'realEstateTaxes'
    | 'propertyInsurance'
    | 'otherTaxesAndInsurance'
    | 'tenantDeposits'
    | 'interestOnMortgages'
    | 'mortgageInsurance'
    | 'miscellaneousFinancial'
    | 'entity'
    | 'escrow'
    | 'replacementReserve'
    | 'residualReceipts'
    | 'otherReserves'
    | 'fixedAssets'
    | 'firstMortgage'
    | 'otherNotes'
    | 'contributions'
    | 'distributions',
    number
  >
>

/** The allowed distribution of a year (domain 5 and 6), in cents. */
export type Distributable = {
  /** Total cash less current obligations. */
  surplus: number
  equity: number
  earned: number
  unpaidBefore: number
  paid: number
  unpaid: number
  /** The amount that may be paid in the following year. */
  available: number
  residualDue: number
}

/**
 * The books of one fiscal year, in cents. `amounts` are the amounts that are entered by account, without
 * totals.
 */
export type YearBooks = {
  year: number
  periodStart: string
  periodEnd: string
  months: number
  amounts: Readonly<Record<string, number>>
  cash: { opening: number; closing: number; flows: CashFlows }
  reserves: readonly ReserveYear[]
  notes: readonly NoteYear[]
  assets: readonly AssetYear[]
  depreciation: { opening: number; expense: number; disposals: number; closing: number }
  partners: readonly PartnerYear[]
  funds: readonly FundHeld[]
  related: readonly RelatedParty[]
  developmentCost: number
  contributions: number
  distributions: number
  distributable: Distributable
}

/** The tax credits of a building. The basis is in cents, and percentages are in percent. */
export type Credits = {
  bin: string
  eligibleBasis: number
  fraction: number
  percentage: number
  firstYear: number
}

/** The books of a property, the oldest year first, with the tax credits of its buildings. */
export type Books = { years: readonly YearBooks[]; credits: readonly Credits[] }
