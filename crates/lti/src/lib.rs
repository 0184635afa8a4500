//! Sign-on by a school: LTI 1.3 of course systems, and OpenID Connect.
//!
//! In reading order: [`Registration`] and [`OpenIdProvider`], the systems that a teacher added; [`SigningKey`], the
//! class's own key; [`LoginRequest`] and [`Launch`], a person who comes from a course system; [`DeepLinkAnswer`], a
//! link into a course; [`RemoteKeys`] and `id_token`, which check signatures; [`ServiceClient`], requests to a
//! course system in the class's name.
//!
//! This crate keeps nothing on the disk. It sends requests only to addresses that a teacher entered, or that a
//! system which a teacher entered has signed or announced.

mod address;
mod deep_link;
mod failure;
mod http;
mod id_token;
mod launch;
mod login;
mod members;
mod openid;
mod registration;
mod remote_keys;
mod roles;
mod scores;
mod service_client;
mod signing_key;
mod user;

pub use address::{Address, with_query};
pub use deep_link::{ContentItem, DeepLinkAnswer, DeepLinkRequest};
pub use failure::{Failure, TokenFault};
pub use http::Http;
pub use launch::{Course, GradeService, Launch, ResourceLink};
pub use login::LoginRequest;
pub use members::Member;
pub use openid::{CodeRequest, OpenIdProvider, challenge};
pub use registration::Registration;
pub use remote_keys::RemoteKeys;
pub use roles::CourseRole;
pub use scores::{Column, ScoreMessage};
pub use service_client::{ServiceClient, ServiceReply};
pub use signing_key::{SigningKey, key_set};
pub use user::User;
