import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ImportedUsers, MAX_USER_IMPORT_BYTES, UserImport } from '@switchyard/contracts';
import { BodyLimit, ResponseSchema } from '@switchyard/server';
import { SignedIn } from '../../auth/access/access.js';
import { CurrentCaller, type Caller } from '../../auth/access/caller.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { UserImportService } from './user-import.service.js';

@SignedIn()
@Controller('api/users/import')
export class UserImportController {
  constructor(private readonly imports: UserImportService) {}

  /** Makes accounts of users of another product; those whose login or email an account has are left alone. */
  @ResponseSchema(ImportedUsers)
  @Post()
  @FreshSignIn('accounts')
  @BodyLimit(MAX_USER_IMPORT_BYTES)
  @HttpCode(200)
  import(@CurrentCaller() caller: Caller, @Body({ schema: UserImport }) input: UserImport): Promise<ImportedUsers> {
    return this.imports.import(caller, input);
  }
}
