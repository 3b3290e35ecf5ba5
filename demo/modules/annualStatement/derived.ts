import { chance, hash } from '../../chance.ts'
import type { AssetYear, BooksOf, CashFlows, FundHeld, NoteYear, PartnerYear, RelatedParty } from './types.ts'

type Cents = Readonly<Record<string, number>>

/** Who owns a property and in which part. */
function getClasses({ credits, ownerName }: BooksOf): Pick<PartnerYear, 'name' | 'kind' | 'percent'>[] {
  const owner = ownerName ?? 'Demo Housing'
  return credits
    ? [
        { name: 'Demo Tax Credit Fund LP', kind: 'Limited partner', percent: 99.98 },
        { name: owner, kind: 'General partner', percent: 0.01 },
        { name: 'Demo Special Limited Partner LLC', kind: 'Special limited partner', percent: 0.01 },
      ]
    : [
        { name: `${owner} Investors`, kind: 'Limited partner', percent: 99 },
        { name: owner, kind: 'General partner', percent: 1 },
      ]
}

/** Partners' equity through a year; the first class takes what rounding leaves. */
export function getPartners(
  input: BooksOf,
  before: readonly number[] | null,
  moved: { netIncome: number; contributions: number; distributions: number },
): PartnerYear[] {
  const classes = getClasses(input)
  const shared = (cents: number): number[] => {
    const otherRows = classes.slice(1).map((item) => Math.round((cents * item.percent) / 100))
    return [cents - otherRows.reduce((sum, number) => sum + number, 0), ...otherRows]
  }
  const [netIncome, contributions, distributions] = [
    shared(moved.netIncome),
    shared(moved.contributions),
    shared(moved.distributions),
  ]
  return classes.map((item, index) => {
    const opening = before?.[index] ?? 0
    const partnerShare = {
      contributions: contributions[index]!,
      netIncome: netIncome[index]!,
      distributions: distributions[index]!,
    }
    return {
      ...item,
      opening,
      ...partnerShare,
      closing: opening + partnerShare.contributions + partnerShare.netIncome - partnerShare.distributions,
    }
  })
}

/** Where the money is held at a year's end. */
export function getAnnualStatementFunds({ key }: BooksOf, amounts: Cents): FundHeld[] {
  const funds: [string, string, number][] = [
    ['Operating', '1120', 0],
    ['Security deposits', '1191', 0],
    ['Escrow', '1310', 0],
    ['Replacement reserve', '1320', 2],
    ['Other reserves', '1330', 2],
    ['Residual receipts', '1340', 1],
  ]
  return funds.flatMap(([kind, account, rate]) => {
    const amount = amounts[account] ?? 0
    if (amount === 0) return []
    return [
      {
        kind,
        account,
        last4: String(hash(`fund ${account} ${key}`) % 10_000).padStart(4, '0'),
        amount,
        rate,
        heldByAgency: account === '1340',
      },
    ]
  })
}

/** What was bought from people who have an interest in the property. */
export function getRelatedParties(
  { key, ownerName }: BooksOf,
  opening: number,
  amounts: Cents,
): RelatedParty[] {
  if (!chance(`related ${key}`, 40)) return []
  const [charged, closing] = [amounts['6320'] ?? 0, amounts['2123'] ?? 0]
  const asset = amounts['7190'] ?? 0
  return [
    {
      party: `${ownerName ?? 'Demo'} Management`,
      nature: 'Management fee',
      account: '6320',
      opening,
      charged,
      paid: opening + charged - closing,
      closing,
    },
    ...(asset > 0
      ? [
          {
            party: ownerName ?? 'Demo Housing',
            nature: 'Asset-management fee',
            account: '7190',
            opening: 0,
            charged: asset,
            paid: asset,
            closing: 0,
          },
        ]
      : []),
  ]
}

type Moved = {
  result: Cents
  opening: Cents
  closing: Cents
  notes: readonly NoteYear[]
  assets: readonly AssetYear[]
  contributions: number
  distributions: number
}

/** Cash of a year by the direct method (domain 4.10), in cents: what came in and what was paid. */
export function cashFlows({
  result,
  opening,
  closing,
  notes,
  assets,
  contributions,
  distributions,
}: Moved): CashFlows {
  const sumAccounts = (...codes: string[]) => codes.reduce((sum, code) => sum + (result[code] ?? 0), 0)
  const range = (from: number, to: number) =>
    Object.entries(result).reduce(
      (sum, [code, cents]) => (Number(code) >= from && Number(code) <= to ? sum + cents : sum),
      0,
    )
  const rise = (...codes: string[]) =>
    codes.reduce((sum, code) => sum + (closing[code] ?? 0) - (opening[code] ?? 0), 0)
  const paid = (account: string) =>
    notes
      .filter((note) => (note.account === '2320') === (account === '2320'))
      .reduce((sum, noteYear) => sum + noteYear.payments - noteYear.additions, 0)
  return {
    rentalReceipts:
      range(5120, 5194) -
      range(5220, 5290) -
      sumAccounts('6370') -
      rise('1130') +
      rise('1131') -
      rise('1135') +
      rise('2210'),
    interestReceipts: range(5410, 5490),
    otherReceipts: range(5910, 5990) + sumAccounts('5300'),
    administrative: -(range(6203, 6391) - sumAccounts('6310', '6320', '6370')) + rise('2110'),
    managementFee: -sumAccounts('6320') + rise('2123'),
    utilities: -range(6420, 6453),
    salaries: -sumAccounts('6310', '6510') + rise('2120', '2121'),
    operatingAndMaintenance: -range(6515, 6590),
    realEstateTaxes: -sumAccounts('6710') + rise('2150'),
    propertyInsurance: -sumAccounts('6720') - rise('1240'),
    otherTaxesAndInsurance: -sumAccounts('6711', '6721', '6722', '6723', '6790'),
    tenantDeposits: rise('2191') - rise('1191'),
    interestOnMortgages: -sumAccounts('6820', '6825') + rise('2131', '2133'),
    mortgageInsurance: -sumAccounts('6850'),
    miscellaneousFinancial: -sumAccounts('6890'),
    entity: sumAccounts('7105') - range(7110, 7190),
    escrow: -rise('1310'),
    replacementReserve: -rise('1320'),
    residualReceipts: -rise('1340'),
    otherReserves: -rise('1330'),
    fixedAssets: -assets.reduce((sum, assetYear) => sum + assetYear.additions, 0),
    firstMortgage: -paid('2320'),
    otherNotes: -paid(''),
    contributions,
    distributions: -distributions,
  }
}
