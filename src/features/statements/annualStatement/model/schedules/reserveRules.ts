import type { Side } from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { getDisclosedCash } from './cashFlowLines.ts'
import {
  type ComparedStatement,
  createAccountSide,
  createColumnTest,
  createPair,
  createPairWithPriorYear,
  getAccountsSide,
  getCashFlowSide,
  getColumnSide,
  getDistinctTexts,
  getPriorAccountsSide,
  type TieRule,
} from './compared.ts'
import type { ScheduleRow } from './declare.ts'
import { fundAccounts, fundKinds, isReserveIn } from './schedules.ts'

const reserveCodes = ['1310', '1320', '1330', '1340']

/** The tie-outs of reserves and escrows (domain 4.7). */
export const reserveTies: Readonly<Record<string, TieRule>> = {
  'AFS-T26': {
    title: 'Reserve balance',
    source: 'domain 4.7',
    says: 'Beginning + deposits + interest + transfers − releases − fees of all accounts come to 1310, 1320, 1330 and 1340.',
    pairs: (c) =>
      reserveCodes.map((code) => ({
        of: code,
        title: `Reserve schedule and ${code}`,
        left: getColumnSide(c, 'reserves', 'ending', { only: isReserveIn(code), words: code }),
        right: getAccountsSide(c, [code]),
      })),
  },
  'AFS-T27': {
    title: 'Reserves at the beginning',
    source: 'domain 4.7',
    says: 'Beginning balances are 1310, 1320, 1330 and 1340 of the year before.',
    pairs: createPairWithPriorYear(
      (c) => getColumnSide(c, 'reserves', 'beginning'),
      (c) => getPriorAccountsSide(c, reserveCodes),
    ),
  },
  'AFS-T28': {
    title: 'Agency’s ledger',
    source: 'domain 4.7',
    says: 'Ending balances of reserves the agency keeps a ledger of are those of the ledger.',
    stops: false,
    pairs: (c) =>
      getDistinctTexts(c.ledger as readonly ScheduleRow[], 'reserveKind').map((kind) => ({
        of: kind,
        title: `${kind}, agency’s ledger`,
        left: getColumnSide(c, 'reserves', 'ending', {
          only: createColumnTest('reserveKind', kind),
          words: kind.toLowerCase(),
        }),
        right: ledgerSide(c, kind, 'ending', 'balance'),
      })),
  },
  'AFS-T29': {
    title: 'Releases',
    source: 'domain 4.7',
    says: 'Releases are those of the agency’s ledger.',
    stops: false,
    pairs: (c) =>
      getDistinctTexts(
        c.ledger.filter((ledgerFact) => ledgerFact.whole),
        'reserveKind',
      ).map((kind) => ({
        of: kind,
        title: `${kind}, releases`,
        left: getColumnSide(c, 'reserves', 'releases', {
          only: createColumnTest('reserveKind', kind),
          words: kind.toLowerCase(),
        }),
        right: ledgerSide(c, kind, 'releases', 'releases'),
      })),
  },
  'AFS-T30': {
    title: 'Bank confirmation',
    source: 'domain 4.7',
    says: 'The ending balance of an account is what its bank confirms.',
    pairs: (c) =>
      c.rows.reserves.flatMap((row, index) =>
        typeof row.confirmed === 'number'
          ? {
              of: String(index + 1),
              title: `Bank confirmation, ${row.institution ?? row.reserveKind ?? `account ${index + 1}`}`,
              left: getColumnSide(c, 'reserves', 'ending', { only: (item) => item === row }),
              right: getColumnSide(c, 'reserves', 'confirmed', { only: (item) => item === row }),
            }
          : [],
      ),
  },
  'AFS-T31': {
    title: 'Deposits required',
    source: 'domain 4.7',
    says: 'Deposits are at least the required monthly deposit, times the months.',
    holds: 'at least',
    stops: false,
    pairs: (c) =>
      c.rows.reserves.flatMap((row, index) =>
        row.monthlyRequired
          ? {
              of: String(index + 1),
              title: `Deposits required, ${String(row.reserveKind ?? `account ${index + 1}`).toLowerCase()}`,
              left: getColumnSide(c, 'reserves', 'deposits', { only: (item) => item === row }),
              right: getColumnSide(c, 'reserves', 'required', { only: (item) => item === row }),
            }
          : [],
      ),
  },
  'AFS-T32': {
    title: 'Net deposits to reserves',
    source: 'domain 4.7, 4.10, 47.1',
    says: 'What the reserves changed by that are not disclosed as restricted cash is what the statement of cash flows says was deposited, net.',
    pairs: (c) => {
      const restrictedAccounts = getDisclosedCash(c.rows.cashFlows).flatMap(
        (item): readonly string[] => item.accounts,
      )
      const isUnrestricted = (row: ScheduleRow) => !restrictedAccounts.some((code) => isReserveIn(code)(row))
      const text = restrictedAccounts.length > 0 ? 'beyond restricted cash' : ''
      return [
        {
          left: getColumnSide(c, 'reserves', 'net', { only: isUnrestricted, words: text }),
          right: getCashFlowSide(c, ['C310', 'C320', 'C330', 'C340']),
        },
      ]
    },
  },
}

const ledgerSide = (c: ComparedStatement, kind: string, name: 'ending' | 'releases', text: string): Side => {
  const facts = c.ledger.filter((ledgerFact) => ledgerFact.reserveKind === kind)
  const parts = facts.map((fact) => ({ label: fact.institution ?? kind, cents: toCents(fact[name]) }))
  const cents = parts.reduce((sum, part) => sum + part.cents, 0)
  return {
    label: `agency’s ledger: ${text}`,
    cents,
    to: `/ReplacementReserveList/${c.propertyId}`,
    of: parts,
  }
}

/** The tie-outs of funds held and of tenants' deposits (domain 4.8). */
export const fundTies: Readonly<Record<string, TieRule>> = {
  'AFS-T33': {
    title: 'Funds held',
    source: 'domain 4.8',
    says: 'The balances of each kind of account come to the accounts of the balance sheet they are held for.',
    pairs: (c) =>
      fundKinds.map((kind) => ({
        of: kind,
        title: `Funds held: ${kind.toLowerCase()}`,
        left: getColumnSide(c, 'fundsHeld', 'balance', {
          only: createColumnTest('fundKind', kind),
          words: kind.toLowerCase(),
        }),
        right: getAccountsSide(c, fundAccounts[kind]),
      })),
  },
  'AFS-T34': {
    title: 'Deposit insurance',
    source: 'domain 4.8',
    says: 'Funds held in one institution are at most the amount the FDIC insures.',
    holds: 'at most',
    stops: false,
    pairs: (c) =>
      [...new Set(c.rows.fundsHeld.map(getBank))].filter(Boolean).map((bank) => ({
        of: bank,
        title: `Deposit insurance, ${c.rows.fundsHeld.find((row) => getBank(row) === bank)?.institution}`,
        left: getColumnSide(c, 'fundsHeld', 'balance', {
          only: (row) => getBank(row) === bank && !row.heldByAgency,
        }),
        right: { label: 'insured by the FDIC', cents: toCents(c.rules.insuredLimit) },
      })),
  },
  'AFS-T35': {
    title: 'Tenant deposits funded',
    source: 'domain 4.3, 8.2',
    says: 'Tenant deposits held in trust (1191) are at least the liability (2191); a finding, no obstacle.',
    holds: 'at least',
    stops: false,
    pairs: createPair(createAccountSide('1191'), createAccountSide('2191')),
  },
}

const getBank = ({ institution }: ScheduleRow): string =>
  String(institution ?? '')
    .trim()
    .toLowerCase()
