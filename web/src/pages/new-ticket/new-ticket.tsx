import { Button, Stack, Switch, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { actForHeader } from '../../api/act-for.ts';
import { useFormMutation } from '../../api/queries.ts';
import type { CreateTicket, EquipmentReference } from '../../contract/schemas.ts';
import { useCreatedAction } from '../../features/assigning/use-created-action.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { ObjectPicker } from '../../features/object-picker.tsx';
import { usePatternTexts } from '../../features/patterns/texts/texts.ts';
import { rememberObject, type SelectedObject } from '../../features/recent-objects.ts';
import { ScheduleFields } from '../../features/schedule-fields.tsx';
import { SnippetMenu } from '../../features/snippets/lazy.ts';
import { FloorField, maxDescriptionLength, TicketFields } from '../../features/ticket-fields.tsx';
import { UserPicker } from '../../features/user-picker.tsx';
import { NoAnswerError } from '../../http/errors.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { enqueuePhotos } from '../../offline-queue/queue.ts';
import { takeBackRequest } from '../../offline-queue/requests.ts';
import type { RequestItem } from '../../offline-queue/stored-items.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';
import { FormError } from '../../ui/form-error.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { EquipmentField } from '../equipment-picker/lazy.ts';
import { useSetEquipment } from '../equipment-picker/use-set-equipment.ts';
import { ContactOnSite, emptyContact, withContact } from './contact-on-site.tsx';
import { focusField, missingClient, missingFields } from './missing-fields.ts';
import { PicturesField } from './pictures-field.tsx';
import { PreselectedObject } from './preselected-object.tsx';
import { useNewTicketTexts } from './texts/texts.ts';
import { type Draft, emptyDraft, isDraft, toBody, withObject, withoutClient } from './ticket-draft.ts';
import { useNewPictures } from './use-new-pictures.ts';
import { useSendRequest } from './use-send-request.ts';

/** The form for a new ticket of a client; an admin first says whose it is. */
export const NewTicketPage = forRoles(['client', 'admin'], NewOrEdited);

const noEdits: number[] = [];

/** The form of a new ticket, or of one that was taken out of the offline queue to be changed. Each has a draft of its own. */
function NewOrEdited() {
  const navigate = useNavigate();
  const { unsent, object } = useSearch({ from: '/signed-in/tickets/new' });
  // What was taken out of the queue is nowhere else, so it is shown until it is sent, also after its form was left.
  const [edits, setEdits] = useDraft('edited-requests', noEdits);
  const [edited, setEdited] = useState(unsent ?? (object === undefined ? edits.at(-1) : undefined));
  if (unsent !== undefined && unsent !== edited) setEdited(unsent);
  function onTaken(id: number, isFound: boolean): void {
    if (isFound) setEdits([...edits, id]);
    else if (!edits.includes(id)) setEdited(undefined);
    void navigate({ to: '/tickets/new', search: {}, replace: true });
  }
  return (
    <NewTicket
      key={edited}
      draftName={edited === undefined ? 'new-ticket' : `unsent-request${edited}`}
      unsent={unsent}
      onTaken={onTaken}
      onSent={() => setEdits(edits.filter((id) => id !== edited))}
    />
  );
}

interface Props {
  draftName: string;
  /** of the offline queue, to be taken out of it */
  unsent: number | undefined;
  /** @param isFound false: it was sent or removed meanwhile */
  onTaken: (id: number, isFound: boolean) => void;
  /** called when the page is left */
  onSent: () => void;
}

function NewTicket({ draftName, unsent, onTaken, onSent }: Props) {
  const messages = useMessages();
  const texts = useNewTicketTexts();
  const patternTexts = usePatternTexts();
  const navigate = useNavigate();
  const me = useCurrentUser();
  const isAdmin = me.role === 'admin';
  const preselected = useSearch({ from: '/signed-in/tickets/new' });
  const preselectedId = Number(preselected.object) || undefined;
  const [draft, setDraft, clear] = useDraft<Draft>(draftName, emptyDraft, isDraft);
  const { pictures, add, remove, removeAll } = useNewPictures(draftName);
  const [isOpen] = useState(draft.floor !== '' || draft.repeats);
  const client = isAdmin ? draft.client : undefined;
  const description = withContact(draft.description, isAdmin ? draft.contact : emptyContact, texts.contactLine);
  const missing = isAdmin && !client ? [missingClient(texts)] : missingFields(draft, description, messages, texts);
  const [isAttempted, setAttempted] = useState(false);
  const isHintShown = isAttempted && missing.length > 0;
  const hintId = useId();
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const setEquipment = useSetEquipment();
  const createdAction = useCreatedAction();
  const create = useFormMutation('POST /tickets', {
    invalidates: ['GET /tickets', 'GET /ext/tickets', 'GET /ext/recurring'],
    onSuccess: ({ id }) => {
      clear();
      // They are kept and tried again like the photos of workers, so that a photo that fails does not lose the request.
      const files = pictures.map(({ file }) => file);
      if (files.length > 0) removeAll(enqueuePhotos(id, files, { isReport: true }));
      if (draft.equipment) void setEquipment(id, draft.equipment.id);
      showToast({ text: messages.create.created(id), ...(isAdmin && { action: createdAction(id) }) });
      void navigate({ to: '/tickets/$id', params: { id: String(id) }, replace: true });
    },
  });
  const queued = useSendRequest({
    onSent: (id) =>
      void leave(navigate({ ...(id ? { to: '/tickets/$id', params: { id: String(id) } } : { to: '/' }), replace: true })),
    onWaiting() {
      showToast({ text: texts.notSentYet });
      void leave(navigate({ to: '/', replace: true }));
    },
    onRefused: fillIn,
  });
  async function leave(left: Promise<void>): Promise<void> {
    await left;
    clear(); // again: what was typed while the request was being sent has stored all of it
    onSent();
  }
  function fillIn(item: RequestItem | undefined): void {
    if (!item) return;
    if (isDraft(item.form)) setDraft(item.form);
    add([...item.files]);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request of the queue that is to be changed
  useEffect(() => {
    if (unsent === undefined) return;
    void takeBackRequest(unsent).then((item) => {
      fillIn(item);
      onTaken(unsent, item !== undefined);
    });
  }, [unsent]);
  useEffect(() => {
    if (draft.object) document.querySelector('.radio-tiles')?.scrollIntoView({ block: 'nearest' });
  }, [draft.object]);
  // The object is removed from the URL: a reload would otherwise replace a later selection.
  function selectPreselected(object: SelectedObject, equipment: EquipmentReference | undefined): void {
    setDraft(withObject(draft, object, equipment));
    void navigate({ to: '/tickets/new', search: {}, replace: true, resetScroll: false });
  }
  function submit(event: FormEvent<HTMLElement>): void {
    event.preventDefault();
    const [firstMissing] = missing;
    setAttempted(firstMissing !== undefined);
    if (firstMissing) {
      focusField(event.currentTarget, firstMissing);
      return;
    }
    const body = toBody(draft, description);
    // What an admin sends for a client is not queued: the client is named by a header.
    if (isAdmin) create.mutate({ body, ...(client && actForHeader(client.id)) });
    else void sendQueued(body);
  }
  async function sendQueued(request: CreateTicket): Promise<void> {
    const files = pictures.map(({ file }) => file);
    const { equipment, object } = draft;
    if (object) rememberObject(me.id, object);
    await queued.send({ request, files, form: draft, ...(equipment && { equipmentId: equipment.id }) });
    clear();
    removeAll(Promise.resolve());
  }
  return (
    <PageLayout title={messages.create.title} lead={isAdmin && texts.lead}>
      <Stack component="form" gap="sm" onSubmit={submit} maw={560} className="needs-object">
        {isAdmin && (
          <UserPicker
            userRole="client"
            label={texts.client}
            showAll={texts.allClients}
            selected={client}
            onSelect={(selected) => setDraft({ ...withoutClient(draft), ...(selected && { client: selected }) })}
          />
        )}
        {(client || !isAdmin) && (
          <>
            <PicturesField pictures={pictures} onAdd={add} onRemove={remove} />
            {preselectedId && !isAdmin && (
              <PreselectedObject
                key={`${preselectedId} ${preselected.equipment}`}
                id={preselectedId}
                equipmentId={Number(preselected.equipment) || undefined}
                onFound={selectPreselected}
              />
            )}
            <ObjectPicker
              key={client?.id}
              clientId={client?.id}
              selected={draft.object}
              onSelect={(object) => setDraft(withObject(draft, object))}
            />
            {draft.object && (
              <EquipmentField
                key={draft.object.id}
                objectId={draft.object.id}
                selected={draft.equipment}
                onSelect={(equipment) => setDraft(withObject(draft, draft.object, equipment))}
              />
            )}
            {isAdmin && draft.object && <ContactOnSite contact={draft.contact} onChange={(contact) => set({ contact })} />}
            <TicketFields
              draft={draft}
              onChange={set}
              descriptionField={messages.create}
              descriptionButton={
                <SnippetMenu
                  kind="request"
                  text={draft.description}
                  maxLength={maxDescriptionLength}
                  onChange={(description) => set({ description })}
                  isIcon
                />
              }
            />
            <details open={isOpen}>
              <Text component="summary" fw={500} lh="var(--min-target-size)" c="var(--accent-text)" style={{ cursor: 'pointer' }}>
                {messages.create.more}
              </Text>
              <Stack mt="xs">
                <FloorField draft={draft} onChange={set} />
                <Switch
                  size="md"
                  label={messages.create.repeat}
                  description={messages.create.repeatText}
                  checked={draft.repeats}
                  onChange={(event) => set({ repeats: event.currentTarget.checked })}
                />
                {draft.repeats && (
                  <>
                    <ScheduleFields schedule={draft.schedule} onChange={(schedule) => set({ schedule })} />
                    <Text size="sm" c="dimmed">
                      {patternTexts.forCalendarDays} <Link to="/rules/new">{messages.rule.create}</Link>
                    </Text>
                  </>
                )}
              </Stack>
            </details>
          </>
        )}
        <FormError error={queued.error ?? create.error} />
        {create.error instanceof NoAnswerError && (
          <Text size="sm" role="status">
            {messages.create.kept}
          </Text>
        )}
        <Stack gap={6} className="submit">
          <Button
            type="submit"
            formNoValidate={missing.length > 0}
            size="md"
            aria-describedby={isHintShown ? hintId : undefined}
            loading={create.isPending || queued.isPending}
          >
            {messages.create.submit}
          </Button>
          <Text id={hintId} size="sm" c="var(--danger)" role="status">
            {isHintShown && messages.create.stillMissing(missing.map(({ name }) => name))}
          </Text>
        </Stack>
      </Stack>
    </PageLayout>
  );
}
