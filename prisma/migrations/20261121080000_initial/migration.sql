-- CreateTable
CREATE TABLE "pharmacy" (
    "apo_id" INTEGER NOT NULL,
    "crm_company_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "street" TEXT NOT NULL,
    "zipcode" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "country" CHAR(2) NOT NULL DEFAULT 'DE',
    "betriebs_nr" TEXT,
    "active" SMALLINT NOT NULL DEFAULT 0,
    "user_access_activated" BOOLEAN NOT NULL DEFAULT false,
    "contract_status" SMALLINT NOT NULL DEFAULT 0,
    "parent_apo_id" INTEGER,
    "pilot_access" BOOLEAN NOT NULL DEFAULT true,
    "user_emails" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pharmacy_pkey" PRIMARY KEY ("apo_id")
);

-- CreateTable
CREATE TABLE "product" (
    "pzn" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" TEXT,
    "producer" TEXT NOT NULL,
    "brand" TEXT,
    "norm_size" TEXT,
    "atc" TEXT,

    CONSTRAINT "product_pkey" PRIMARY KEY ("pzn")
);

-- CreateTable
CREATE TABLE "list_version" (
    "apo_id" INTEGER NOT NULL,
    "product_group" TEXT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "flag" SMALLINT NOT NULL DEFAULT 0,
    "qdp_flag" SMALLINT NOT NULL DEFAULT 0,
    "item_count" INTEGER NOT NULL DEFAULT 0,
    "negative_count" INTEGER NOT NULL DEFAULT 0,
    "last_change" TIMESTAMPTZ(3),

    CONSTRAINT "list_version_pkey" PRIMARY KEY ("apo_id","product_group")
);

-- CreateTable
CREATE TABLE "price_item" (
    "apo_id" INTEGER NOT NULL,
    "pzn" TEXT NOT NULL,
    "product_group" TEXT NOT NULL,
    "calculated_price" DECIMAL(10,2),
    "manual_price" DECIMAL(10,2),
    "price_type" SMALLINT NOT NULL DEFAULT 0,
    "price_old" DECIMAL(10,2),
    "avp" DECIMAL(10,2),
    "aep" DECIMAL(10,2),
    "vhp" DECIMAL(10,2),
    "price_min" DECIMAL(10,2),
    "price_avg" DECIMAL(10,2),
    "price_max" DECIMAL(10,2),
    "pe_cluster" SMALLINT,
    "vh_cluster" SMALLINT,
    "units" INTEGER,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "price_item_pkey" PRIMARY KEY ("apo_id","pzn")
);

-- CreateTable
CREATE TABLE "price_update" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "apo_id" INTEGER NOT NULL,
    "product_group" TEXT NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "auto_action_at" TIMESTAMPTZ(3),
    "auto_action" TEXT,
    "reopened_at" TIMESTAMPTZ(3),
    "approver" TEXT,
    "approved_at" TIMESTAMPTZ(3),
    "closed_reason" TEXT,
    "ready_for_approval" BOOLEAN NOT NULL DEFAULT true,
    "reset_choice" SMALLINT,
    "sort_order_setting" TEXT,
    "filter_setting" TEXT,
    "delivery_hash" TEXT,
    "item_count" INTEGER NOT NULL DEFAULT 0,
    "version" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "price_update_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_update_item" (
    "update_id" INTEGER NOT NULL,
    "pzn" TEXT NOT NULL,
    "apo_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "avp_old" DECIMAL(10,2),
    "avp" DECIMAL(10,2),
    "aep" DECIMAL(10,2),
    "vhp" DECIMAL(10,2),
    "ravp" DECIMAL(10,2),
    "ravp_regio" DECIMAL(10,2),
    "ravp_national" DECIMAL(10,2),
    "true_price" DECIMAL(10,2),
    "true_price_old" DECIMAL(10,2),
    "pe_cluster" SMALLINT,
    "vh_cluster" SMALLINT,
    "units" INTEGER,
    "check_reason" TEXT,
    "inactive" BOOLEAN NOT NULL DEFAULT false,
    "edited_price" DECIMAL(10,2),
    "edited_permanent" BOOLEAN,
    "edited_ignore" BOOLEAN,
    "edited_by" TEXT,
    "edited_version" BIGINT,
    "before_image" JSONB,

    CONSTRAINT "price_update_item_pkey" PRIMARY KEY ("update_id","pzn")
);

-- CreateTable
CREATE TABLE "price_change" (
    "id" BIGSERIAL NOT NULL,
    "apo_id" INTEGER NOT NULL,
    "pzn" TEXT NOT NULL,
    "product_group" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "event" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "actor" TEXT,
    "avp" DECIMAL(10,2),
    "old_price" DECIMAL(10,2),
    "new_price" DECIMAL(10,2),
    "old_type" SMALLINT,
    "new_type" SMALLINT,
    "list_version" BIGINT NOT NULL,
    "history_id" BIGINT,

    CONSTRAINT "price_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "history_entry" (
    "id" BIGSERIAL NOT NULL,
    "apo_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "product_type" TEXT,
    "event" TEXT NOT NULL,
    "mdp_import_id" INTEGER,
    "qdp_import_id" INTEGER,
    "lzd_import_id" INTEGER,
    "has_log" BOOLEAN NOT NULL DEFAULT false,
    "user_name" TEXT NOT NULL,
    "actor" TEXT,
    "details" JSONB,

    CONSTRAINT "history_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portal_user" (
    "id" SERIAL NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "portal_user_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pharmacy_crm_company_id_key" ON "pharmacy"("crm_company_id");

-- CreateIndex
CREATE INDEX "pharmacy_parent_apo_id_idx" ON "pharmacy"("parent_apo_id");

-- CreateIndex
CREATE INDEX "price_item_apo_id_product_group_idx" ON "price_item"("apo_id", "product_group");

-- CreateIndex
CREATE INDEX "price_update_apo_id_product_group_kind_status_idx" ON "price_update"("apo_id", "product_group", "kind", "status");

-- CreateIndex
CREATE INDEX "price_change_apo_id_pzn_id_idx" ON "price_change"("apo_id", "pzn", "id");

-- CreateIndex
CREATE INDEX "price_change_history_id_idx" ON "price_change"("history_id");

-- CreateIndex
CREATE INDEX "history_entry_apo_id_id_idx" ON "history_entry"("apo_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "portal_user_subject_key" ON "portal_user"("subject");

-- AddForeignKey
ALTER TABLE "pharmacy" ADD CONSTRAINT "pharmacy_parent_apo_id_fkey" FOREIGN KEY ("parent_apo_id") REFERENCES "pharmacy"("apo_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_version" ADD CONSTRAINT "list_version_apo_id_fkey" FOREIGN KEY ("apo_id") REFERENCES "pharmacy"("apo_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_update" ADD CONSTRAINT "price_update_apo_id_fkey" FOREIGN KEY ("apo_id") REFERENCES "pharmacy"("apo_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "history_entry" ADD CONSTRAINT "history_entry_apo_id_fkey" FOREIGN KEY ("apo_id") REFERENCES "pharmacy"("apo_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_item" ADD CONSTRAINT "price_item_pzn_fkey" FOREIGN KEY ("pzn") REFERENCES "product"("pzn") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What prisma/schema.prisma cannot say.

ALTER TABLE pharmacy
  ADD CONSTRAINT pharmacy_is_no_mirror_of_itself CHECK (parent_apo_id <> apo_id),
  ADD CONSTRAINT pharmacy_ids_positive CHECK (apo_id > 0 AND crm_company_id > 0),
  ADD CONSTRAINT pharmacy_contract_status CHECK (contract_status IN (0, 1));

ALTER TABLE product ADD CONSTRAINT product_pzn CHECK (pzn ~ '^[0-9]{8}$');

ALTER TABLE list_version
  ADD CONSTRAINT list_version_group CHECK (product_group IN ('OTC', 'FREIWAHL', 'HILFSMITTEL')),
  ADD CONSTRAINT list_version_flags CHECK (flag BETWEEN 0 AND 2 AND qdp_flag BETWEEN 0 AND 2);

-- Specification 4 'Price type': an exclusion and a calculated price have no own price, own and permanent ones have one.
ALTER TABLE price_item
  ADD CONSTRAINT price_item_group CHECK (product_group IN ('OTC', 'FREIWAHL', 'HILFSMITTEL')),
  ADD CONSTRAINT price_item_type CHECK (price_type BETWEEN 0 AND 3),
  ADD CONSTRAINT price_item_manual CHECK ((price_type IN (2, 3)) = (manual_price IS NOT NULL)),
  ADD CONSTRAINT price_item_manual_range CHECK (manual_price > 0 AND manual_price <= 99999.99),
  ADD CONSTRAINT price_item_calculated_range CHECK (calculated_price > 0 AND calculated_price <= 99999.99),
  ADD CONSTRAINT price_item_clusters CHECK (pe_cluster BETWEEN 0 AND 2 AND vh_cluster BETWEEN 0 AND 2);

ALTER TABLE price_update
  ADD CONSTRAINT price_update_kind CHECK (kind IN ('MDP', 'QDP', 'LZD')),
  ADD CONSTRAINT price_update_group CHECK (product_group IN ('OTC', 'FREIWAHL', 'HILFSMITTEL')),
  ADD CONSTRAINT price_update_status CHECK (status >= -1),
  ADD CONSTRAINT price_update_auto_action CHECK (auto_action IN ('approve', 'delete') AND (auto_action IS NULL) = (auto_action_at IS NULL)),
  ADD CONSTRAINT price_update_reset_choice CHECK (reset_choice IN (0, 1)),
  ADD CONSTRAINT price_update_approved CHECK (status <= 0 OR (approver IS NOT NULL AND approved_at IS NOT NULL));

-- One open package per kind, pharmacy and group (design 7.1); also what makes two intakes at once queue up.
CREATE UNIQUE INDEX price_update_one_open ON price_update (apo_id, product_group, kind) WHERE status = 0;
-- The clock looks for what is due, whatever the pharmacy.
CREATE INDEX price_update_due ON price_update (auto_action_at) WHERE status = 0 AND auto_action_at IS NOT NULL;

ALTER TABLE price_update_item
  ADD CONSTRAINT price_update_item_edited_range CHECK (edited_price > 0 AND edited_price <= 99999.99),
  ADD CONSTRAINT price_update_item_edit CHECK (NOT (coalesce(edited_permanent, false) AND coalesce(edited_ignore, false)));

-- Price changes and history are only ever added to.
CREATE FUNCTION refuse_alteration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER price_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_alteration();
CREATE TRIGGER history_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_alteration();
