import { drawChance, hash } from '../../chance.ts'
import type {
  AssetYear,
  BooksInput,
  CashFlows,
  FundHeld,
  NoteYear,
  PartnerYear,
  RelatedParty,
} from './types.ts'

type Cents = Readonly<Record<string, number>>

/** Returns the partners of a property with the percentage that each of them owns. */
function getPartnerClasses({
  hasTaxCredits,
  ownerName,
}: BooksInput): Pick<PartnerYear, 'name' | 'kind' | 'percent'>[] {
  const owner = ownerName ?? 'Demo Housing'
  return hasTaxCredits
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

/**
 * Computes the partners' equity of a year from the closing equity of the year before. The first partner gets
 * the rounding difference.
 */
export function getPartners(
  input: BooksInput,
  openingByPartner: readonly number[] | null,
  changes: { netIncome: number; contributions: number; distributions: number },
): PartnerYear[] {
  const classes = getPartnerClasses(input)
  const splitAmount = (cents: number): number[] => {
    const otherShares = classes.slice(1).map((item) => Math.round((cents * item.percent) / 100))
    return [cents - otherShares.reduce((sum, number) => sum + number, 0), ...otherShares]
  }
  const [netIncome, contributions, distributions] = [
    splitAmount(changes.netIncome),
    splitAmount(changes.contributions),
    splitAmount(changes.distributions),
  ]
  return classes.map((item, index) => {
    const opening = openingByPartner?.[index] ?? 0
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

/** Returns the balances of the bank accounts at the end of a year. */
export function getAnnualStatementFunds({ key }: BooksInput, amounts: Cents): FundHeld[] {
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

/** Returns the fees that were paid to companies with an interest in the property. */
export function getRelatedParties(
  { key, ownerName }: BooksInput,
  opening: number,
  amounts: Cents,
): RelatedParty[] {
  if (!drawChance(`related ${key}`, 40)) return []
  const [charged, closing] = [amounts['6320'] ?? 0, amounts['2123'] ?? 0]
  const assetFee = amounts['7190'] ?? 0
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
    ...(assetFee > 0
      ? [
          {
            party: ownerName ?? 'Demo Housing',
            nature: 'Asset-management fee',
            account: '7190',
            opening: 0,
            charged: assetFee,
            paid: assetFee,
            closing: 0,
          },
        ]
      : []),
  ]
}

type CashFlowInput = {
  result: Cents
  opening: Cents
  closing: Cents
  notes: readonly NoteYear[]
  assets: readonly AssetYear[]
  contributions: number
  distributions: number
}

/**
 * Computes the cash flows of a year by the direct method (domain 4.10), in cents. Receipts are positive and
 * payments negative.
 */
export function computeCashFlows({
  result,
  opening,
  closing,
  notes,
  assets,
  contributions,
  distributions,
}: CashFlowInput): CashFlows {
  const sumAccounts = (...codes: string[]) => codes.reduce((sum, code) => sum + (result[code] ?? 0), 0)
  const sumRange = (firstCode: number, lastCode: number) =>
    Object.entries(result).reduce(
      (sum, [code, cents]) => (Number(code) >= firstCode && Number(code) <= lastCode ? sum + cents : sum),
      0,
    )
  const sumIncrease = (...codes: string[]) =>
    codes.reduce((sum, code) => sum + (closing[code] ?? 0) - (opening[code] ?? 0), 0)
  const sumPayments = (isFirstMortgage: boolean) =>
    notes
      .filter((note) => (note.account === '2320') === isFirstMortgage)
      .reduce((sum, noteYear) => sum + noteYear.payments - noteYear.additions, 0)
  return {
    rentalReceipts:
      sumRange(5120, 5194) -
      sumRange(5220, 5290) -
      sumAccounts('6370') -
      sumIncrease('1130') +
      sumIncrease('1131') -
      sumIncrease('1135') +
      sumIncrease('2210'),
    interestReceipts: sumRange(5410, 5490),
    otherReceipts: sumRange(5910, 5990) + sumAccounts('5300'),
    administrative: -(sumRange(6203, 6391) - sumAccounts('6310', '6320', '6370')) + sumIncrease('2110'),
    managementFee: -sumAccounts('6320') + sumIncrease('2123'),
    utilities: -sumRange(6420, 6453),
    salaries: -sumAccounts('6310', '6510') + sumIncrease('2120', '2121'),
    operatingAndMaintenance: -sumRange(6515, 6590),
    realEstateTaxes: -sumAccounts('6710') + sumIncrease('2150'),
    propertyInsurance: -sumAccounts('6720') - sumIncrease('1240'),
    otherTaxesAndInsurance: -sumAccounts('6711', '6721', '6722', '6723', '6790'),
    tenantDeposits: sumIncrease('2191') - sumIncrease('1191'),
    interestOnMortgages: -sumAccounts('6820', '6825') + sumIncrease('2131', '2133'),
    mortgageInsurance: -sumAccounts('6850'),
    miscellaneousFinancial: -sumAccounts('6890'),
    entity: sumAccounts('7105') - sumRange(7110, 7190),
    escrow: -sumIncrease('1310'),
    replacementReserve: -sumIncrease('1320'),
    residualReceipts: -sumIncrease('1340'),
    otherReserves: -sumIncrease('1330'),
    fixedAssets: -assets.reduce((sum, assetYear) => sum + assetYear.additions, 0),
    firstMortgage: -sumPayments(true),
    otherNotes: -sumPayments(false),
    contributions,
    distributions: -distributions,
  }
}
