import type { Filled } from '#kernel/server/tables.ts'
import type { StartScreen } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    appUser: {
      userId: Filled<number>
      version: Filled<number>
      userName: string
      firstName: Filled<string>
      lastName: Filled<string>
      email: string
      phone: string | null
      isAdmin: Filled<boolean>
      isManager: Filled<boolean>
      isMcAdmin: Filled<boolean>
      isInspector: Filled<boolean>
      kcSl: string | null
      managementCompanyId: number | null
      active: Filled<boolean>
      removedAt: string | null
      createdAt: Filled<string>
    }
    demonstrationAccount: { userId: number; purpose: string }
    startChoice: { userId: number; startsWith: StartScreen }
    userRole: { userId: number; roleId: number }
    role: { roleId: number; name: string }
    userProperty: {
      userPropertyId: Filled<number>
      userId: number
      propertyId: number
      isMain: Filled<boolean>
    }
    permission: {
      permissionId: Filled<number>
      userId: number
      propertyId: number
      key: string
      read: Filled<boolean>
      write: Filled<boolean>
    }
  }
}
